//! Where the money comes from.

use std::env;

use crate::card::Card;

/// Why a payment failed.
#[derive(Debug, PartialEq)]
pub enum PaymentError {
    BadCard,
    NotConfigured,
    Declined(u64),
}

/// Takes money from a card.
pub trait Gateway {
    fn charge(&mut self, card: &Card, cents: u64) -> Result<String, PaymentError>;
}

/// A gateway that declines what is above a limit.
#[derive(Default)]
pub struct LimitedGateway {
    pub charged: u64,
}

impl LimitedGateway {
    fn limit(&self) -> Result<u64, PaymentError> {
        let text = env::var("SHOP_CARD_LIMIT").map_err(|_| PaymentError::NotConfigured)?;
        text.parse().map_err(|_| PaymentError::NotConfigured)
    }
}

impl Gateway for LimitedGateway {
    fn charge(&mut self, _card: &Card, cents: u64) -> Result<String, PaymentError> {
        if cents > self.limit()? {
            return Err(PaymentError::Declined(cents));
        }
        self.charged += cents;
        Ok(format!("{cents} cents"))
    }
}
