use super::*;
use kamen_protocol::dxp::{BackAnswer, Message::*};

/// A connection, and the raw stream of its other side.
fn pair() -> (Connection, TcpStream) {
    let address: Address = "127.0.0.1:0".parse().unwrap();
    let listener = listen(&address).unwrap();
    let other = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (stream, _) = listener.accept().unwrap();
    (Connection::new(stream).unwrap(), other)
}

fn soon() -> Option<Duration> {
    Some(Duration::from_secs(5))
}

#[test]
fn messages_arrive_however_they_are_cut() {
    let (mut connection, mut other) = pair();
    other.write_all(b"K0\0Chello\0K").unwrap();
    assert_eq!(
        connection.receive(soon()).unwrap(),
        BackAccept(BackAnswer::Done)
    );
    assert_eq!(
        connection.receive(soon()).unwrap(),
        Chat("hello".to_owned())
    );
    let short = Some(Duration::from_millis(30));
    assert!(matches!(
        connection.receive(short),
        Err(ReceiveError::Timeout)
    ));
    other.write_all(b"1\0").unwrap();
    assert_eq!(
        connection.receive(soon()).unwrap(),
        BackAccept(BackAnswer::Cannot)
    );
    other.write_all(b"K9\0K2\0K").unwrap();
    assert!(matches!(
        connection.receive(soon()),
        Err(ReceiveError::Frame(_))
    ));
    assert_eq!(
        connection.receive(soon()).unwrap(),
        BackAccept(BackAnswer::GoOn)
    );
    drop(other);
    assert!(matches!(
        connection.receive(soon()),
        Err(ReceiveError::Io(_))
    ));
}

#[test]
fn a_trickle_of_bytes_does_not_stretch_the_patience() {
    let (mut connection, mut other) = pair();
    let trickle = thread::spawn(move || {
        for _ in 0..100 {
            if other.write_all(b"x").is_err() {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
    });
    let begin = Instant::now();
    let patience = Some(Duration::from_millis(100));
    assert!(matches!(
        connection.receive(patience),
        Err(ReceiveError::Timeout)
    ));
    assert!(
        begin.elapsed() < Duration::from_millis(600),
        "{:?}",
        begin.elapsed()
    );
    drop(connection);
    trickle.join().unwrap();
}

/// Messages to whoever asks for a game by this name: how long each took to send.
fn times_to(name: &str) -> [Duration; 4] {
    let (mut connection, mut other) = pair();
    let answer = BackAccept(BackAnswer::Done);
    let time = |connection: &mut Connection| {
        let begin = Instant::now();
        connection.send(&answer).unwrap();
        begin.elapsed()
    };
    let mut hear = |connection: &mut Connection, text: &[u8]| {
        other.write_all(text).unwrap();
        connection.receive(soon()).unwrap();
    };
    let request = kamen_protocol::dxp::GameRequest::new(name, kamen_protocol::Side::White, 1, 0);
    hear(&mut connection, &encode(&GameRequest(request)));
    let (first, second) = (time(&mut connection), time(&mut connection));
    hear(&mut connection, b"K0\0");
    let third = time(&mut connection);
    hear(&mut connection, b"Chello\0");
    [first, second, third, time(&mut connection)]
}

#[test]
fn clients_that_read_one_message_are_waited_for_where_they_may_not_have_read() {
    for name in ["DXP Client", "DXC100 Client (2018.04.1)"] {
        let [first, second, third, fourth] = times_to(name);
        assert!(first < PAUSE && third < PAUSE, "{first:?} {third:?}");
        assert!(
            second > PAUSE / 2 && fourth > PAUSE / 2,
            "{second:?} {fourth:?}"
        );
    }
}

#[test]
fn nobody_else_is_waited_for() {
    // The best of some tries, since the machine may be busy.
    let all = (0..10).map(|_| times_to("Scan 3.1").into_iter().sum::<Duration>());
    let least = all.min().unwrap();
    assert!(least < PAUSE / 2, "{least:?}");
}

#[test]
fn hanging_up_is_heard_at_both_ends() {
    let (connection, other) = pair();
    let (sender, mut receiver) = connection.split();
    sender.hang_up();
    assert!(matches!(
        receiver.receive(soon()),
        Err(ReceiveError::Closed)
    ));
    let mut other = Connection::new(other).unwrap();
    assert!(matches!(other.receive(soon()), Err(ReceiveError::Closed)));
}

#[test]
fn nobody_there_is_said_after_the_patience() {
    let free = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let address: Address = free.to_string().parse().unwrap();
    assert!(Connection::call(&address, Duration::ZERO).is_err());
    // Connects to a program that starts late.
    let late = thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        TcpListener::bind(free).unwrap().accept().unwrap();
    });
    assert!(Connection::call(&address, Duration::from_secs(10)).is_ok());
    late.join().unwrap();
}
