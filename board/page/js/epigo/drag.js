// Drags by mouse, pen or finger.

/**
 * @typedef {object} DragEvents
 * @property {(element: Element) => string | null} grip the name of what the pointer has taken, or null
 * @property {(name: string, dx: number, dy: number) => void} move distances in cells of the screen
 * @property {(name: string, dx: number, dy: number) => void} drop
 * @property {() => number} cell the width of a cell in pixels
 */

/**
 * Reports drags on `root`. A click without a drag is a drop at distance 0, as the captured pointer moves the click
 * event to `root`; `wasDrag` tells whether a click event belongs to such a drop.
 * @param {Element} root
 * @param {DragEvents} events
 * @returns {{ wasDrag: () => boolean }}
 */
export function listenToDrags(root, events) {
  /** @type {{ name: string, x: number, y: number } | null} */
  let grip = null;
  let wasDrag = false;
  /** @param {PointerEvent} event @returns {[number, number]} */
  const distance = (event) => {
    const cell = events.cell() || 1;
    return grip === null ? [0, 0] : [(event.clientX - grip.x) / cell, (event.clientY - grip.y) / cell];
  };
  /** @type {Record<string, (event: PointerEvent) => void>} */
  const listeners = {
    pointerdown(event) {
      wasDrag = false;
      if (event.button !== 0 || !(event.target instanceof Element)) return;
      const name = events.grip(event.target);
      if (name === null) return;
      grip = { name, x: event.clientX, y: event.clientY };
      root.setPointerCapture(event.pointerId);
    },
    pointermove(event) {
      if (grip !== null) events.move(grip.name, ...distance(event));
    },
    pointerup(event) {
      if (grip === null) return;
      const { name } = grip;
      const way = distance(event);
      grip = null;
      wasDrag = true;
      events.drop(name, ...way);
    },
    pointercancel() {
      if (grip !== null) events.drop(grip.name, 0.1, 0);
      grip = null;
    },
  };
  for (const [name, listener] of Object.entries(listeners)) {
    root.addEventListener(name, (event) => listener(/** @type {PointerEvent} */ (event)));
  }
  return {
    wasDrag() {
      const answer = wasDrag;
      wasDrag = false;
      return answer;
    },
  };
}
