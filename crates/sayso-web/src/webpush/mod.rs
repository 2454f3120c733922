//! Telling browsers whose page is shut, through the push service that each of them names.
//!
//! The service sees that something was sent, never what: it is encrypted for the one browser
//! (RFC 8291) and signed with a key that this desk made for itself (RFC 8292).

mod address;
mod addresses;
mod agent;
mod courier;
mod notice;
mod seal;
mod vapid;

pub(crate) use address::Address;
pub(crate) use addresses::Addresses;
pub(crate) use courier::deliver;
