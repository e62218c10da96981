//! The fields that many requests have, in one place.

use crate::cost::Bounds;

/// A field that many requests have: its type and its description.
macro_rules! shared {
    (board) => { crate::BoardSpec };
    (text board) => { "The board." };
    (deck) => { tercet::Deck };
    (text deck) => { "The deck." };
    (search) => { crate::Search };
    (text search) => { "The method, with its settings and limits." };
    (seed) => { Option<crate::Whole> };
    (text seed) => { "The seed; a fresh one by default." };
    (threads) => { Option<std::num::NonZeroUsize> };
    (text threads) => {
        "The maximum number of threads at work at once; one for each processor by default."
    };
    (timeout) => { Option<crate::Seconds> };
    (text timeout) => { "The time limit; no limit by default, but a server may have its own." };
    (memory) => { Option<usize> };
    (text memory) => { "The memory limit, in bytes." };
    (notation) => { Option<tercet::notation::Notation> };
    (text notation) => { "How cards are written in the answer; the shortest notation by default." };
}

/// Defines a request. Each of its fields has a default: that of its type, or the one written behind
/// it. Unknown fields are refused.
///
/// A field that many requests have is named alone, and what is written above its name is added to its
/// description. After `some required;`, the other fields have no defaults.
macro_rules! request {
    (some required; $(#[$meta:meta])* pub struct $name:ident { $($body:tt)* }) => {
        request! {
            @ { required [#[serde(deny_unknown_fields)] $(#[$meta])*] } $name [] [] [] $($body)*
        }
    };
    ($(#[$meta:meta])* pub struct $name:ident { $($body:tt)* }) => {
        request! {
            @ { optional [#[serde(default, deny_unknown_fields)] $(#[$meta])*] } $name [] [] []
            $($body)*
        }
    };

    // The board, with which the question can be asked about other boards.
    (@ $how:tt $name:ident [$($fields:tt)*] [$($shared:tt)*] [$($defaults:tt)*]
        $(#[$more:meta])* board, $($rest:tt)*) => {
        impl crate::AboutBoard for $name {
            fn board(&mut self) -> &mut crate::BoardSpec {
                &mut self.board
            }

            fn answer(
                &mut self,
                text: &tercet::file::BoardText,
                session: &crate::Session,
                write: &crate::many::Write<<Self as crate::Question>::Answer>,
                lines: &mut Vec<u8>,
            ) -> Result<crate::Status, crate::Error> {
                crate::many::answer(self, text, session, write, lines)
            }
        }
        request! {
            @ $how $name
            [$($fields)* #[doc = shared!(text board)] $(#[$more])* #[serde(default)]
                pub board: shared!(board),]
            [$($shared)* board] [$($defaults)* board: Default::default(),] $($rest)*
        }
    };
    // A field that many requests have. The fields, the shared ones and the defaults are collected.
    (@ $how:tt $name:ident [$($fields:tt)*] [$($shared:tt)*] [$($defaults:tt)*]
        $(#[$more:meta])* $field:ident, $($rest:tt)*) => {
        request! {
            @ $how $name
            [$($fields)* #[doc = shared!(text $field)] $(#[$more])* #[serde(default)]
                pub $field: shared!($field),]
            [$($shared)* $field] [$($defaults)* $field: Default::default(),] $($rest)*
        }
    };
    // A field of this request alone.
    (@ $how:tt $name:ident [$($fields:tt)*] $shared:tt [$($defaults:tt)*]
        $(#[$meta:meta])* pub $field:ident: $type:ty = $default:expr, $($rest:tt)*) => {
        request! {
            @ $how $name [$($fields)* $(#[$meta])* pub $field: $type,] $shared
            [$($defaults)* $field: $default,] $($rest)*
        }
    };
    (@ $how:tt $name:ident $fields:tt $shared:tt $defaults:tt
        $(#[$meta:meta])* pub $field:ident: $type:ty, $($rest:tt)*) => {
        request! {
            @ $how $name $fields $shared $defaults
            $(#[$meta])* pub $field: $type = Default::default(), $($rest)*
        }
    };
    // The end.
    (@ { optional $meta:tt } $name:ident $fields:tt $shared:tt [$($defaults:tt)*]) => {
        impl Default for $name {
            fn default() -> Self {
                Self { $($defaults)* }
            }
        }
        request! { @ { required $meta } $name $fields $shared [] }
    };
    (@ { required [$($meta:tt)*] } $name:ident
        [$($fields:tt)*] [$($shared:ident)*] $defaults:tt) => {
        #[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        $($meta)*
        pub struct $name {
            $($fields)*
        }

        impl crate::request::Bounded for $name {
            fn bound(&mut self, bounds: &mut crate::cost::Bounds) {
                let _ = bounds$(.$shared(&mut self.$shared))*;
            }
        }
    };
}

/// A request that can be cut to the means of a server.
pub trait Bounded {
    /// Cuts the fields that many requests have.
    fn bound(&mut self, _: &mut Bounds) {}
}
