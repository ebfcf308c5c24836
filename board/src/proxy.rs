//! Proxies that are trusted to name the address of a visitor.

use std::net::IpAddr;
use std::str::FromStr;

use axum::http::{HeaderMap, HeaderName, header};
use petteia_core::words::quoted;

/// The header of most proxies, with the addresses that a request has come through, the visitor first.
const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// An address, or all that begin with the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    first: IpAddr,
    /// How many bits are the same.
    bits: u32,
}

/// The bits of an address, and their number. An IPv4 address in the notation of IPv6 is one of IPv4.
fn bits_of(address: IpAddr) -> (u128, u32) {
    match address.to_canonical() {
        IpAddr::V4(address) => (address.to_bits().into(), 32),
        IpAddr::V6(address) => (address.to_bits(), 128),
    }
}

impl Network {
    /// Whether an address is one of these.
    pub fn contains(&self, address: IpAddr) -> bool {
        let ((first, length), (bits, found)) = (bits_of(self.first), bits_of(address));
        length == found && (first ^ bits).checked_shr(length - self.bits).unwrap_or(0) == 0
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let refuse = || format!("expected an address or a network such as 10.0.0.0/8, found {}", quoted(text));
        let (address, bits) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let first: IpAddr = address.parse().map_err(|_| refuse())?;
        let (_, length) = bits_of(first);
        let bits = match bits {
            None => length,
            Some(bits) => bits.parse().ok().filter(|bits| *bits <= length).ok_or_else(refuse)?,
        };
        Ok(Self { first, bits })
    }
}

/// The proxies of this server.
#[derive(Clone, Debug, Default)]
pub struct Proxies(pub Vec<Network>);

impl Proxies {
    /// Whether an address is one of a proxy.
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(address))
    }

    /// The address of the visitor whose request a proxy has passed on: the last one in the headers that is not of
    /// another proxy. What stands before it comes from the visitor, who can write anything there. Without such an
    /// address it is that of the proxy.
    pub fn visitor(&self, proxy: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut last = proxy;
        for entry in entries(headers).iter().rev() {
            let Some(address) = read_address(entry) else { return last };
            if !self.contains(address) {
                return address;
            }
            last = address;
        }
        last
    }
}

/// The addresses that a request says it has come through, in their order. `Forwarded` (RFC 7239) counts only without
/// `X-Forwarded-For`.
fn entries(headers: &HeaderMap) -> Vec<&str> {
    let of = |name: &HeaderName| -> Vec<&str> {
        // Bytes that are no text are no address.
        let values = headers.get_all(name).iter().map(|value| value.to_str().unwrap_or("unknown"));
        values.flat_map(|value| value.split(',')).map(str::trim).collect()
    };
    if headers.contains_key(X_FORWARDED_FOR) {
        return of(&X_FORWARDED_FOR);
    }
    of(&header::FORWARDED).into_iter().map(forwarded_for).collect()
}

/// The value of `for` in an element of `Forwarded`.
fn forwarded_for(element: &str) -> &str {
    let pairs = element.split(';').filter_map(|pair| pair.trim().split_once('='));
    let mut values = pairs.filter(|(name, _)| name.eq_ignore_ascii_case("for")).map(|(_, value)| value);
    values.next().map_or("unknown", |value| value.trim_matches('"'))
}

/// An address with or without a port.
fn read_address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.split_once(']')).map_or(text, |(address, _)| address);
    let address: Option<IpAddr> = bare.parse().ok();
    address.or_else(|| Some(text.parse::<std::net::SocketAddr>().ok()?.ip())).map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn networks_are_read() {
        let contains = |network: &str, address: &str| {
            network.parse::<Network>().expect(network).contains(address.parse().expect(address))
        };
        for (network, inside, outside) in [
            ("10.0.0.0/8", "10.255.1.2", "11.0.0.1"),
            ("192.0.2.7", "192.0.2.7", "192.0.2.8"),
            ("192.0.2.7", "::ffff:192.0.2.7", "::1"),
            ("0.0.0.0/0", "8.8.8.8", "2001:db8::1"),
            ("::/0", "2001:db8::1", "8.8.8.8"),
            ("2001:db8::/33", "2001:db8:7fff::1", "2001:db8:8000::1"),
            ("::1", "::1", "::2"),
        ] {
            assert!(contains(network, inside), "{network} {inside}");
            assert!(!contains(network, outside), "{network} {outside}");
        }
        for text in ["", "10.0.0.0/33", "10.0.0.0/", "::1/129", "proxy.example", "10.0.0.0/8/8", "10.0.0.0/-1"] {
            assert!(text.parse::<Network>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_last_address_that_is_no_proxy_is_the_visitor() {
        let proxies = Proxies(["127.0.0.1", "10.0.0.0/8"].map(|text| text.parse().expect(text)).into());
        let visitor = |headers: &[(&'static str, &'static str)]| {
            let mut map = HeaderMap::new();
            for (name, value) in headers {
                map.append(*name, HeaderValue::from_static(value));
            }
            proxies.visitor([127, 0, 0, 1].into(), &map).to_string()
        };
        let by = |value| visitor(&[("x-forwarded-for", value)]);
        assert_eq!(by("192.0.2.1"), "192.0.2.1");
        assert_eq!(by("203.0.113.9, 192.0.2.1"), "192.0.2.1", "a visitor can write the first");
        assert_eq!(by("192.0.2.1, 10.1.2.3"), "192.0.2.1");
        assert_eq!(by("[2001:db8::1]:4711,10.1.2.3:80"), "2001:db8::1");
        assert_eq!(by("2001:db8::1"), "2001:db8::1");
        assert_eq!(by("10.1.2.3"), "10.1.2.3");
        assert_eq!(by("192.0.2.1, unknown"), "127.0.0.1");
        assert_eq!(by("192.0.2.1, , 10.1.2.3"), "10.1.2.3");
        assert_eq!(by(""), "127.0.0.1");
        assert_eq!(visitor(&[]), "127.0.0.1");
        let two = [("x-forwarded-for", "203.0.113.9"), ("x-forwarded-for", "192.0.2.1")];
        assert_eq!(visitor(&two), "192.0.2.1");
        let forwarded = |value| visitor(&[("forwarded", value)]);
        assert_eq!(forwarded("for=203.0.113.9, for=192.0.2.1;proto=https;by=10.1.2.3"), "192.0.2.1");
        assert_eq!(forwarded("proto=http; For=\"[2001:db8::17]:4711\""), "2001:db8::17");
        assert_eq!(forwarded("for=192.0.2.1, for=_hidden"), "127.0.0.1");
        assert_eq!(visitor(&[("forwarded", "for=192.0.2.2"), ("x-forwarded-for", "192.0.2.1")]), "192.0.2.1");
    }
}
