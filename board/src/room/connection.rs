//! `/room`: the connection of somebody to a room.

use std::sync::Arc;

use axum::extract::ws::WebSocket;
use tokio::sync::oneshot;

use super::frame::{ClientFrame, Id, Join, Refusal, ServerFrame};
use super::table::Request;
use super::task::{Joined, Mailbox, Message};
use super::view::Viewer;
use crate::App;
use crate::limits::Visitor;
use crate::socket::{self, Gone, Sender};

/// A place in a room, until this value is dropped.
struct Membership {
    mailbox: Mailbox,
    viewer: Viewer,
}

impl Drop for Membership {
    fn drop(&mut self) {
        // The room may have ended.
        let _ = self.mailbox.send(Message::Leave(self.viewer));
    }
}

struct Connection {
    app: Arc<App>,
    visitor: Arc<Visitor>,
    sender: Sender,
    membership: Option<Membership>,
}

/// Serves a socket until it closes.
pub async fn serve(socket: WebSocket, app: Arc<App>, visitor: Arc<Visitor>) {
    let (mut receiver, sender) = socket::halves(socket, Arc::clone(&visitor), &app);
    let mut connection = Connection { app, visitor, sender, membership: None };
    while let Some(text) = receiver.text().await {
        if connection.handle(&text).await.is_err() {
            break;
        }
    }
}

impl Connection {
    async fn handle(&mut self, text: &str) -> Result<(), Gone> {
        let frame = match ClientFrame::read(text) {
            Ok(frame) => frame,
            Err((id, refusal)) => return self.answer(&ServerFrame::Refused { id, refusal }).await,
        };
        let id = frame.id().cloned();
        let answer = match frame {
            ClientFrame::Ping { n } => Ok(Some(ServerFrame::Pong { n })),
            ClientFrame::Create(create) if self.visitor.may_create_room() => self.app.rooms.create(create).map(Some),
            ClientFrame::Create(_) => Err(Refusal::new("limit", "expected fewer new rooms; try again later")),
            ClientFrame::Join(join) => return self.join(join).await,
            ClientFrame::Resync => {
                self.resync();
                Ok(None)
            }
            ClientFrame::Move { v, word, .. } => self.request(id.clone(), Request::Move { version: v, word }).await,
            ClientFrame::Ask { what, .. } => self.request(id.clone(), Request::Ask(what)).await,
            ClientFrame::Answer { what, yes, .. } => self.request(id.clone(), Request::Answer { what, yes }).await,
            ClientFrame::Resign { .. } => self.request(id.clone(), Request::Resign).await,
            ClientFrame::Name { name, .. } => self.request(id.clone(), Request::Name(name)).await,
            ClientFrame::Draw { id, words } => self.draw(id, words).await.map(Some),
        };
        match answer {
            Ok(Some(frame)) => self.answer(&frame).await,
            Ok(None) => Ok(()),
            Err(refusal) => self.answer(&ServerFrame::Refused { id, refusal }).await,
        }
    }

    async fn answer(&self, frame: &ServerFrame) -> Result<(), Gone> {
        self.sender.text(frame.to_text()).await
    }

    async fn join(&mut self, join: Join) -> Result<(), Gone> {
        let (id, room) = (join.id.clone(), join.room.clone());
        match self.try_join(join).await {
            Ok(Joined { viewer, seat, token, views }) => {
                let mailbox = self.app.rooms.find(&room);
                self.membership = mailbox.map(|mailbox| Membership { mailbox, viewer });
                self.answer(&ServerFrame::Joined { id, room, seat, token }).await?;
                self.sender.views(views).await
            }
            Err(refusal) => self.answer(&ServerFrame::Refused { id: Some(id), refusal }).await,
        }
    }

    async fn try_join(&mut self, join: Join) -> Result<Joined, Refusal> {
        let room = join.room.clone();
        let gone = || self.app.rooms.missing(&room);
        let mailbox = self.app.rooms.find(&room).ok_or_else(gone)?;
        // The room is left first, so that a seat is not counted twice.
        self.membership = None;
        let (sender, answer) = oneshot::channel();
        mailbox.send(Message::Join(join, sender)).map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }

    /// Asks for the newest view, with the clocks as they are now.
    fn resync(&self) {
        if let Some(Membership { mailbox, viewer, .. }) = &self.membership {
            // A room that has ended says so by the end of its views.
            let _ = mailbox.send(Message::Resync(*viewer));
        }
    }

    async fn draw(&self, id: Id, words: String) -> Result<ServerFrame, Refusal> {
        let Some(Membership { mailbox, viewer }) = &self.membership else {
            return Err(Refusal::new("no-seat", "expected somebody who has joined a room"));
        };
        let gone = || Refusal::new("no-room", "the room is closed");
        let (sender, answer) = oneshot::channel();
        mailbox.send(Message::Draw(*viewer, words, sender)).map_err(|_| gone())?;
        let (v, svg) = answer.await.map_err(|_| gone())??;
        Ok(ServerFrame::Drawing { id, v, svg })
    }

    async fn request(&self, id: Option<Id>, request: Request) -> Result<Option<ServerFrame>, Refusal> {
        let (Some(id), Some(Membership { mailbox, viewer })) = (id, &self.membership) else {
            return Err(Refusal::new("no-seat", "expected a player, found somebody who has not joined"));
        };
        let gone = || Refusal::new("no-room", "the room is closed");
        let (sender, answer) = oneshot::channel();
        mailbox.send(Message::Request(*viewer, id.clone(), request, sender)).map_err(|_| gone())?;
        let version = answer.await.map_err(|_| gone())??;
        Ok(Some(ServerFrame::Done { id, v: version }))
    }
}
