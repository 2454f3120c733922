//! The inbox: keys and news in, answers out; pictures in one place.

mod answering;
mod following;
mod hands;
mod pictures;
mod storm;
mod together;
