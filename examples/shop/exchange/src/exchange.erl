%% Changes what customers pay in.
-module(exchange).
-export([change/2, all/2]).

change(Amount, Currency) ->
    round(Amount, rates:rate(Currency)).

all(Amounts, Currency) ->
    [change(Amount, Currency) || Amount <- Amounts].

round(Amount, Rate) -> Amount * Rate div 100.
