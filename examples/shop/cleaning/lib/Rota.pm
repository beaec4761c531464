# Who cleans the shop, and when.
package Rota;
use strict;
use warnings;

sub new {
    my ($class, @people) = @_;
    my $self = bless { people => [@people], turn => 0 }, $class;
    return $self;
}

sub next_up {
    my ($self) = @_;
    my $count = @{ $self->{people} };
    my $who = $self->{people}->[$self->{turn} % $count];
    $self->{turn} = $self->{turn} + 1;
    return $who;
}

1;
