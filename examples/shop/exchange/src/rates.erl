%% What one currency is in another.
-module(rates).
-export([rate/1]).

rate(euro) -> 100;
rate(pound) -> 117.
