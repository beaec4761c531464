#!/usr/bin/env perl
# Prints the rota of a week.
use strict;
use warnings;
use lib 'lib';
use Rota;

my $rota = Rota->new(qw(Ada Ben Cem));
show($_, $rota->next_up) for qw(Mon Tue Wed Thu Fri);

sub show {
    my ($day, $who) = @_;
    print "$day $who\n";
}
