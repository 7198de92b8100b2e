//! Whole sessions by DXP, with the engine as follower of a partner that plays, errs and babbles: a request for a game is
//! answered, a legal move by a legal move or the end of the game, and when the partner hangs up, the session ends.

use arbitrary::{Result, Unstructured};
use kamen_core::notation::{Frame, to_color};
use kamen_core::{AnyGame, Color, Variant};
use kamen_engine::Level;
use kamen_frontend::dxp::{self, Dialect, DxpSettings, Endpoint, Role};
use kamen_protocol::Side;
use kamen_protocol::dxp::{
    Acceptance, BackAnswer, Decoder, EndReason, GameEnd, GameRequest, Message, encode,
};
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

/// The most messages of a session.
const MESSAGES: usize = 20;
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// The variants, one for each kind of board and of rules that DXP can carry.
const VARIANTS: [Variant; 4] = [
    Variant::International,
    Variant::English,
    Variant::Russian,
    Variant::Frisian,
];

pub(crate) fn run(input: &[u8]) {
    let mut input = Unstructured::new(input);
    let variant = *input.choose(&VARIANTS).unwrap_or(&VARIANTS[0]);
    let frame = *input.choose(&Frame::ALL).unwrap_or(&Frame::Plain);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("its address");
    let settings = DxpSettings {
        endpoint: Endpoint::Call(address.to_string().parse().expect("an address")),
        role: Role::Follower,
        variant,
        frame,
        options: [
            ("eval", "hand-made"),
            ("tt-size", "12"),
            ("book", "false"),
            ("bb-size", "0"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .to_vec(),
        level: Level {
            depth: Some(1),
            ..Level::default()
        },
        patience: Duration::from_millis(100),
        ..DxpSettings::default()
    };
    let session = thread::spawn(move || {
        let mut report = Vec::new();
        let _ = dxp::run(&settings, &mut report);
        String::from_utf8(report).expect("a report in text")
    });
    let (stream, _) = listener.accept().expect("a call");
    // Nobody is there for the next call, so that the session ends with this partner.
    drop(listener);
    let mut partner = Partner {
        stream,
        decoder: Decoder::default(),
        inbox: Vec::new(),
        dialect: Dialect { variant, frame },
        game: None,
        is_lost: false,
    };
    let _ = partner.talk(&mut input);
    let _ = partner.stream.shutdown(Shutdown::Both);
    drop(partner);
    let begun = Instant::now();
    while !session.is_finished() {
        assert!(begun.elapsed() < PATIENCE, "the session does not end");
        thread::sleep(Duration::from_micros(200));
    }
    assert!(
        session
            .join()
            .is_ok_and(|report| report.contains("connected to"))
    );
}

struct Partner {
    stream: TcpStream,
    decoder: Decoder,
    inbox: Vec<Message>,
    dialect: Dialect,
    /// The game, and the engine's colour; `None` where there is none, or nobody knows any more.
    game: Option<(AnyGame, Color)>,
    /// The engine may be in a game that the partner knows nothing of.
    is_lost: bool,
}

impl Partner {
    fn talk(&mut self, input: &mut Unstructured<'_>) -> Result<()> {
        for _ in 0..MESSAGES {
            if input.is_empty() {
                break;
            }
            match input.int_in_range(0..=9u8)? {
                0..=2 if self.game.is_none() => self.ask(input)?,
                0..=6 if self.game.is_some() => self.play(input)?,
                7 => self.say(&Message::Chat("\u{7f}hello\\".to_owned())),
                8 => {
                    let length = input.int_in_range(0..=40usize)?.min(input.len());
                    let bytes = input.bytes(length)?.to_vec();
                    self.lose_track();
                    self.send(&bytes);
                }
                _ => {
                    let (move_number, reason) = (input.int_in_range(0..=12)?, EndReason::Draw);
                    let turn = *input.choose(&[Side::White, Side::Black])?;
                    let message = match input.int_in_range(0..=2u8)? {
                        0 => Message::BackRequest { move_number, turn },
                        1 => Message::BackAccept(BackAnswer::Done),
                        _ => Message::GameEnd(GameEnd {
                            reason,
                            stop: false,
                        }),
                    };
                    self.lose_track();
                    self.say(&message);
                }
            }
        }
        Ok(())
    }

    /// Asks for a game, which is accepted or refused.
    fn ask(&mut self, input: &mut Unstructured<'_>) -> Result<()> {
        let side = *input.choose(&[Side::White, Side::Black])?;
        let (minutes, moves) = (input.int_in_range(0..=5)?, input.int_in_range(0..=4)?);
        self.inbox.clear();
        self.say(&Message::GameRequest(GameRequest::new(
            "fuzz", side, minutes, moves,
        )));
        if self.is_lost {
            return Ok(());
        }
        let accept = self.wait(|message| matches!(message, Message::GameAccept(_)));
        let is_accepted = matches!(&accept, Some(Message::GameAccept(accept)) if accept.answer == Acceptance::Yes);
        if is_accepted && moves == 0 {
            self.game = Some((AnyGame::start(self.dialect.variant), to_color(side)));
            self.hear();
        }
        Ok(())
    }

    /// Makes a move, mostly a legal one, and hears the answer.
    fn play(&mut self, input: &mut Unstructured<'_>) -> Result<()> {
        let Some((game, ours)) = &mut self.game else {
            return Ok(());
        };
        let moves = game.legal_moves();
        if game.turn() == *ours || moves.is_empty() || game.over().is_some() {
            self.lose_track();
            return Ok(());
        }
        let m = *input.choose(&moves)?;
        let mut made = self
            .dialect
            .write_move(&m.to_string(), Duration::from_secs(1))
            .expect("squares below 100");
        if input.ratio(1, 8)? {
            made.to = input.int_in_range(1..=99)?;
            self.say(&Message::Move(made));
            self.lose_track();
            return Ok(());
        }
        game.play_legal(&m);
        self.say(&Message::Move(made));
        self.hear();
        Ok(())
    }

    /// Hears the move of the engine if it is to move, which must be legal.
    fn hear(&mut self) {
        let is_turn = self
            .game
            .as_ref()
            .is_some_and(|(game, ours)| game.turn() == *ours);
        if !is_turn {
            return;
        }
        let answer = self.wait(|message| matches!(message, Message::Move(_) | Message::GameEnd(_)));
        match (answer, &mut self.game) {
            (Some(Message::Move(made)), Some((game, _))) => {
                let text = self.dialect.move_text(&made);
                let played = game.play_text(&text);
                assert!(played.is_ok(), "{text}: {played:?}");
            }
            _ => self.lose_track(),
        }
    }

    /// From here on nobody knows what the engine makes of it.
    fn lose_track(&mut self) {
        self.game = None;
        self.is_lost = true;
    }

    fn say(&mut self, message: &Message) {
        self.send(&encode(message));
    }

    fn send(&mut self, bytes: &[u8]) {
        // The session may have hung up.
        let _ = self.stream.write_all(bytes);
    }

    /// Waits for a message of a kind; `None` where the session hangs up first. Whatever comes is a message.
    fn wait(&mut self, is_it: impl Fn(&Message) -> bool) -> Option<Message> {
        self.stream
            .set_read_timeout(Some(PATIENCE))
            .expect("a time-out");
        loop {
            if !self.inbox.is_empty() {
                let message = self.inbox.remove(0);
                if is_it(&message) {
                    return Some(message);
                }
                continue;
            }
            let mut bytes = [0; 256];
            match self.stream.read(&mut bytes) {
                Ok(0) => return None,
                Ok(length) => self.take(&bytes[..length]),
                Err(error) => {
                    let is_silent =
                        matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
                    assert!(!is_silent, "no answer");
                    return None;
                }
            }
        }
    }

    fn take(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let (used, message) = self.decoder.read(bytes);
            bytes = &bytes[used..];
            let message = message
                .transpose()
                .unwrap_or_else(|error| panic!("{error}"));
            self.inbox.extend(message);
        }
    }
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    super::noise(40, 120)
}
