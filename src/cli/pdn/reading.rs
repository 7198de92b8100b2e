//! How PDN files are read, the options that many commands share.

use clap::builder::TypedValueParser;
use kamen_protocol::pdn::Encoding;

/// How PDN files are read.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Reading {
    /// Encoding of files that are not UTF-8, such as windows-1251 [default: as their words show]
    #[arg(long, value_name = "NAME", value_parser = encoding_parser())]
    pub(crate) encoding: Option<Encoding>,
    /// Use games that cannot be played to their end up to there
    #[arg(long)]
    pub(crate) keep_beginnings: bool,
}

fn encoding_parser() -> impl TypedValueParser<Value = Encoding> {
    clap::builder::StringValueParser::new().try_map(|name| name.parse::<Encoding>())
}

/// The encoding of PDN files alone, for commands that report what cannot be played.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct EncodingArgument {
    /// Encoding of files that are not UTF-8, such as windows-1251 [default: as their words show]
    #[arg(long, value_name = "NAME", value_parser = encoding_parser())]
    pub(crate) encoding: Option<Encoding>,
}

impl From<EncodingArgument> for Reading {
    fn from(argument: EncodingArgument) -> Reading {
        Reading {
            encoding: argument.encoding,
            keep_beginnings: false,
        }
    }
}
