//! Messages of DXP, however their bytes arrive; and moves, as both sides number squares.

use kamen_core::Variant;
use kamen_core::notation::Frame;
use kamen_frontend::dxp::Dialect;
use kamen_protocol::dxp::{Decoder, FrameError, Message, encode};
use std::time::Duration;

type Read = Result<Message, FrameError>;

pub(crate) fn run(input: &[u8]) {
    let Some((&size, bytes)) = input.split_first() else {
        return;
    };
    let whole = decoded(bytes.chunks(bytes.len().max(1)));
    assert_eq!(decoded(bytes.chunks(1 + usize::from(size))), whole);
    for message in whole.into_iter().flatten() {
        let sent = encode(&message);
        let received = decoded([&sent[..]].into_iter());
        let [Ok(received)] = &received[..] else {
            panic!("{message:?} is sent as {received:?}");
        };
        assert_eq!(encode(received), sent, "{message:?}");
        let Message::Move(made) = received else {
            continue;
        };
        for frame in Frame::ALL {
            let variant = Variant::ALL[usize::from(size) % Variant::ALL.len()];
            let dialect = Dialect { variant, frame };
            let text = dialect.move_text(made);
            let seconds = Duration::from_secs(made.seconds.into());
            assert_eq!(
                dialect.write_move(&text, seconds).as_ref(),
                Some(made),
                "{text}"
            );
        }
    }
}

fn decoded<'a>(parts: impl Iterator<Item = &'a [u8]>) -> Vec<Read> {
    let mut decoder = Decoder::default();
    let mut all = Vec::new();
    for mut part in parts {
        while !part.is_empty() {
            let (used, message) = decoder.read(part);
            assert!(used > 0 && used <= part.len());
            assert!(message.is_some() || used == part.len());
            all.extend(message);
            part = &part[used..];
        }
    }
    all
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    super::texts(&[
        "\x03R01Kamen                           W060075A\0A02                                0\0M00123228\0",
        "\x00M001205250422122320\0E00\0E11\0CHello\0B007W\0K0\0K1\0K2\0",
        "\x10R01x                               Z005000BWzzzzzzzzzzzzzzzzzzzzeeeeeeeeeewwwwwwwwwwwwwwwwwwww\0",
    ])
}
