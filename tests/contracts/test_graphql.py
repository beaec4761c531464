"""Which fields of GraphQL a function answers, who asks for them, and who answers what a function asks for."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from written_files import write

from nsccn.contracts.graphql.lines import said_of_field
from nsccn.contracts.graphql.texts import asked_in, declared_in
from nsccn.errors import UnknownEntity
from nsccn.settings import load_settings
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path
from nsccn.workers import extractors
from nsccn.workers.extractors import KeptWorkers

SCHEMA = """type Query {
  "Who is it?"
  user(id: ID!, tags: [String!]): User
  users: [User!]!
}
extend type Mutation { addUser(input: UserInput!): User }
type User { posts(first: Int): [Post!] }
"""
ASKING = """const GET_USER = gql`
  query Page($id: ID!) { me: user(id: $id) { name users } }
`;
export function Page() { return useQuery(GET_USER, { id: 1 }); }
export function Plain() { return post("query { users { id } }"); }
"""
ANSWERING = {
    "src/user.resolver.ts": (
        (
            'import { Query, Mutation, ResolveField, Resolver } from "@nestjs/graphql";\n\n'
            "@Resolver(() => User)\nexport class UserResolver {\n"
            "  @Query(() => User)\n  async user(@Args('id') id: string) { return 1; }\n\n"
            "  @Mutation(() => User, { name: 'addUser' })\n  async make() { return 1; }\n\n"
            "  @ResolveField()\n  posts(@Parent() user: User) { return []; }\n\n  other() { return 1; }\n}\n"
        ),
        {
            "UserResolver.user": "Query.user",
            "UserResolver.make": "Mutation.addUser",
            "UserResolver.posts": "User.posts",
        },
        ["UserResolver.other"],
    ),
    "src/resolvers.js": (
        (
            "const byId = (_, { id }) => find(id);\nconst resolvers = {\n  Query: {\n    user: byId,\n"
            "    async users(parent) { return all({ a: 1, b: [2, 3] }); },\n  },\n"
            "  User: { posts: (user) => [] },\n};\nconst other = { users(parent) { return 1; } };\n"
        ),
        {"byId": "Query.user", "resolvers.users": "Query.users", "resolvers.posts": "User.posts"},
        ["other.users"],
    ),
    "app/schema.py": (
        (
            "import graphene\n\n\nclass UserQueries(graphene.ObjectType):\n"
            "    user = graphene.Field(User)\n\n"
            "    def resolve_user(self, info, id):\n        return 1\n\n"
            "    def load(self, info):\n        return 1\n\n\n"
            "class AddUser(graphene.Mutation):\n    def mutate(root, info):\n        return 1\n\n\n"
            "class Query(UserQueries):\n    pass\n\n\n"
            "class Mutation(graphene.ObjectType):\n    add_user = AddUser.Field()\n"
        ),
        {"UserQueries.resolve_user": "Query.user", "AddUser.mutate": "Mutation.addUser"},
        ["UserQueries.load"],
    ),
    "app/berry.py": (
        (
            "import strawberry\n\n\n@strawberry.type\nclass Query:\n"
            "    @strawberry.field\n    def user(self, id: int) -> User:\n"
            "        return 1\n\n    def load(self):\n        return 1\n"
        ),
        {"Query.user": "Query.user"},
        ["Query.load"],
    ),
    "app/aria.py": (
        (
            'from ariadne import ObjectType, QueryType\n\nquery = QueryType()\nuser_type = ObjectType("User")\n\n\n'
            '@query.field("user")\ndef resolve_it(*_):\n    return 1\n\n\n'
            '@user_type.field("posts")\ndef posts(*_):\n    return 1\n'
        ),
        {"resolve_it": "Query.user", "posts": "User.posts"},
        [],
    ),
    "a/UserController.java": (
        (
            "import org.springframework.graphql.data.method.annotation.QueryMapping;\n\nclass UserController {\n"
            "  @QueryMapping\n  public User user(@Argument int id) { return null; }\n\n"
            '  @MutationMapping("addUser")\n  public User make() { return null; }\n\n'
            "  @SchemaMapping\n  public Posts posts(User user) { return null; }\n\n"
            "  public User load() { return null; }\n}\n"
        ),
        {
            "UserController.user": "Query.user",
            "UserController.make": "Mutation.addUser",
            "UserController.posts": "User.posts",
        },
        ["UserController.load"],
    ),
    "a/Fetcher.java": (
        (
            "import com.netflix.graphql.dgs.DgsQuery;\n\nclass Fetcher {\n"
            "  @DgsQuery\n  public User user() { return null; }\n\n"
            '  @DgsData(parentType = "User", field = "posts")\n  public Posts of() { return null; }\n\n'
            "  @DgsData(parentType = DgsConstants.MUTATION.TYPE_NAME, field = DgsConstants.MUTATION.AddUser)\n"
            "  public User make() { return null; }\n}\n"
        ),
        {"Fetcher.user": "Query.user", "Fetcher.of": "User.posts", "Fetcher.make": "Mutation.addUser"},
        [],
    ),
    "graph/user.go": (
        (
            "package graph\n\nfunc (r *queryResolver) User(ctx Context, id string) int { return 1 }\n\n"
            "func (r *userResolver) Posts(ctx Context) int { return 1 }\n\n"
            "func (r *queryResolver) Gone(ctx Context) int { return 1 }\n"
        ),
        {"queryResolver.User": "Query.user", "userResolver.Posts": "User.posts"},
        ["queryResolver.Gone"],
    ),
    "app/graphql/types.rb": (
        (
            "class QueryType < Types::BaseObject\n  field :user, User, null: true do\n    argument :id, ID\n  end\n\n"
            "  def user(id:)\n    1\n  end\n\n  def load\n    1\n  end\nend\n\n"
            "class MutationType < Types::BaseObject\n  field :add_user, mutation: Mutations::AddUser\nend\n\n"
            "module Mutations\n  class AddUser < BaseMutation\n    def resolve\n      1\n    end\n  end\nend\n"
        ),
        {"QueryType.user": "Query.user", "Mutations.AddUser.resolve": "Mutation.addUser"},
        ["QueryType.load"],
    ),
    "Shop/Users.cs": (
        (
            "[QueryType]\npublic static class Users\n{\n"
            "    public static User GetUserAsync(int id) { return null; }\n\n"
            "    private static int Load() { return 1; }\n}\n\n"
            "[ExtendObjectType(typeof(User))]\npublic class More\n{\n    public int GetPosts() { return 1; }\n}\n"
        ),
        {"Users.GetUserAsync": "Query.user", "More.GetPosts": "User.posts"},
        ["Users.Load"],
    ),
    "app/GraphQL/Mutations/AddUser.php": (
        (
            "<?php\n\nnamespace App\\GraphQL\\Mutations;\n\nfinal class AddUser\n{\n"
            "    public function __invoke($_, array $args)\n"
            "    {\n        return 1;\n    }\n}\n"
        ),
        {"__invoke": "Mutation.addUser"},
        [],
    ),
}
LINES = {"Query.user": 3, "Query.users": 4, "Mutation.addUser": 6, "User.posts": 7}


@pytest.mark.parametrize("path", ANSWERING)
def test_a_trace_says_which_field_a_function_answers(tmp_path: Path, path: str) -> None:
    text, answering, others = ANSWERING[path]
    session = DirectSession(write(tmp_path, {"schema.graphql": SCHEMA, path: text}), load_settings())
    for name in [*answering, *others]:
        lines = trace_causal_path(session, f"{path}:{name}", "upstream").text.split("\n")
        said = [
            f"It answers `{field}` of GraphQL (schema.graphql:{LINES[field]})."
            for field in [answering.get(name)]
            if field
        ]
        assert [line for line in lines if line.startswith("It answers")] == said, name


def test_who_answers_a_declared_field_is_told(tmp_path: Path) -> None:
    files = {
        "schema.graphql": "type Query {\n  user: User\n}\nextend type Query {\n  me: User\n}\n",
        "src/resolvers.js": "const byId = () => find(1);\nexport default { Query: { user: byId, me: byId } };\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())

    for field, line in {"Query.user": 2, "Query.me": 5}.items():
        text = trace_causal_path(session, f"schema.graphql:{line}").text
        answered = (
            f"`{field}` of GraphQL (schema.graphql:{line}) is answered by func:src/resolvers.js:byId L1."
        )
        assert answered in text.split("\n")


def test_who_asks_for_a_field_is_told_with_who_uses_that(tmp_path: Path) -> None:
    files = {
        "schema.graphql": SCHEMA,
        "src/resolvers.js": ANSWERING["src/resolvers.js"][0],
        "web/Page.tsx": ASKING,
        "web/queries/user.graphql": "query OneUser($id: ID!) {\n  user(id: $id) { name }\n}\n",
        "web/queries/wrong.graphql": "query Other {\n  user(name: 1) { name }\n}\n",
        "web/Hooked.tsx": "export const Hooked = () => {\n  return useOneUserQuery({ id: 1 });\n};\n",
        "admin/queries/user.graphql": "query OneUser($id: ID!) {\n  user(id: $id, tags: []) { name }\n}\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())

    by_id = trace_causal_path(session, "src/resolvers.js:byId", "upstream").text
    users = trace_causal_path(session, "src/resolvers.js:resolvers.users", "upstream").text

    assert (
        "By the text, asked for at admin/queries/user.graphql:2 in `OneUser`, web/Page.tsx:2 in `GET_USER` "
        "(used at web/Page.tsx:4 in `Page`), "
        "web/queries/user.graphql:2 in `OneUser` (used at web/Hooked.tsx:2 in `Hooked`)."
    ) in by_id.split("\n")
    assert "By the text, asked for at web/Page.tsx:5 in `Plain`." in users.split("\n")
    user, users = (
        "which func:src/resolvers.js:byId answers",
        "which func:src/resolvers.js:resolvers.users answers",
    )
    for function, said in {
        "Page.tsx:Page": f"L4 asks for `Query.user` of GraphQL (web/Page.tsx:2), {user}.",
        "Page.tsx:Plain": f"L5 asks for `Query.users` of GraphQL, {users}.",
        "Hooked.tsx:Hooked": f"L2 asks for `Query.user` of GraphQL (web/queries/user.graphql:2), {user}.",
    }.items():
        lines = trace_causal_path(session, f"web/{function}").text.split("\n")
        assert [line for line in lines if "asks for" in line] == [said]


def test_who_uses_an_operation_is_told_from_its_own_side(tmp_path: Path) -> None:
    files = {
        "schema.graphql": SCHEMA,
        "web/user.graphql": (
            "query OneUser($id: ID!) {\n  user(id: $id) { name }\n}\nquery Unused {\n  users { name }\n}\n"
        ),
        "web/Hooked.tsx": (
            'import { OneUserDocument } from "./gen";\n'
            "export const Hooked = () => {\n  return useQuery(OneUserDocument);\n};\n"
        ),
    }
    session = DirectSession(write(tmp_path, files), load_settings())

    used = trace_causal_path(session, "web/user.graphql:OneUser", "upstream").text
    unused = trace_causal_path(session, "web/user.graphql:Unused", "upstream").text

    assert "By the text, used at web/Hooked.tsx:3 in `Hooked`." in used.split("\n")
    assert "No other line" not in used
    assert "No other line of the indexed files has its name." in unused


def test_a_type_and_a_word_like_a_member_ask_for_nothing(tmp_path: Path) -> None:
    files = {
        "schema.graphql": SCHEMA,
        "src/resolvers.js": ANSWERING["src/resolvers.js"][0],
        "web/Page.tsx": ASKING + "const keep: Keep<typeof GET_USER> = () => 1;\n",
        "web/Check.ts": (
            "class Check {\n  static flags = {\n    user: call(`query { users { id } }`),\n  };\n"
            "  run() {\n    const flags = read();\n    return flags;\n  }\n"
            "  show() {\n    return Check.flags;\n  }\n}\n"
        ),
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    by_id = trace_causal_path(session, "src/resolvers.js:byId", "upstream").text
    users = trace_causal_path(session, "src/resolvers.js:resolvers.users", "upstream").text
    assert "in `GET_USER` (used at web/Page.tsx:4 in `Page`)." in by_id
    assert "web/Check.ts:3 in `Check.flags` (used at web/Check.ts:10 in `Check.show`)" in users
    for entity, asks in (
        ("web/Page.tsx:keep", 0),
        ("web/Check.ts:Check.run", 0),
        ("web/Check.ts:Check.show", 1),
    ):
        lines = trace_causal_path(session, entity).text.split("\n")
        assert len([line for line in lines if "asks for" in line]) == asks, entity


def test_a_map_names_functions_of_other_files(tmp_path: Path) -> None:
    files = {
        "schema.graphql": SCHEMA,
        "api/index.js": (
            "import user from './findUser';\nimport { all as users } from './users.js';\n"
            "module.exports = { Query: { user, users } };\n"
        ),
        "api/findUser.js": "export default (_, { id }) => find(id);\n",
        "api/users.js": "export function all() { return 1; }\n",
        "web/cache.js": "const cache = make({ typePolicies: { Query: { user(_, a) { return ref(a); } } } });\n",
        "web/user.js": "export function user() { return 1; }\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    for function, line in {
        "api/findUser.js:default": 3,
        "api/users.js:all": 4,
        "web/cache.js:user": 0,
    }.items():
        entity = f"func:{function}" if line else "web/cache.js:1"
        lines = trace_causal_path(session, entity, "upstream").text.split("\n")
        answered = [text for text in lines if text.startswith("It answers")]
        assert [text.endswith(f"(schema.graphql:{line}).") for text in answered] == [True] * bool(line), (
            function
        )
    assert "by func:api/findUser.js:default L1." in search_and_rank(session, "Query.user").text


def test_the_types_that_programs_make_of_a_schema_say_what_answers(tmp_path: Path) -> None:
    files = {
        "api/module.graphql.ts": f"import {{ gql }} from 'graphql-modules';\nexport default gql`\n{SCHEMA}`;\n",
        "api/resolvers/Query/user.ts": (
            "import type { QueryResolvers } from './../types';\n\n"
            "export const user: NonNullable<QueryResolvers['user']> = async (_, { id }) => find(id);\n"
            "export const plain = () => 1;\n"
        ),
        "api/resolvers/User.ts": (
            "import type { UserResolvers } from './types';\n\n"
            "export const User: Pick<\n  UserResolvers,\n  | 'posts'\n  | '__isTypeOf'\n> = {\n"
            "  posts: async (user) => [],\n  secret: () => 1,\n};\n"
        ),
        "api/paths.ts": "const all: PathResolvers = {\n  user: () => 1,\n};\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    for entity, field, line in (
        ("api/resolvers/Query/user.ts:user", "Query.user", 5),
        ("api/resolvers/Query/user.ts:plain", "", 0),
        ("api/resolvers/User.ts:User.posts", "User.posts", 9),
        ("api/resolvers/User.ts:User.secret", "", 0),
        ("api/paths.ts:all.user", "", 0),
    ):
        lines = trace_causal_path(session, entity, "upstream").text.split("\n")
        said = [f"It answers `{field}` of GraphQL (api/module.graphql.ts:{line})."] if field else []
        assert [text for text in lines if text.startswith("It answers")] == said, entity
    assert "Query/user.ts:user L3." in search_and_rank(session, "Query.user").text


@pytest.mark.parametrize(
    "text",
    [
        "import { Cache } from '@urql/exchange-graphcache';\nexport const Query = { user() { return 1; } };\n",
        "const mocks = {\n Query: { user() { return 1; } } };\n",
        "run({ mocks: { Query: { user() { return 1; } } } });\n",
        "const policies: TypePolicies = {\n Query: { user() { return 1; } } };\n",
        "const keys = { typePolicies: {\n Query: { user() { return 1; } } } };\n",
    ],
)
def test_what_a_client_keeps_or_makes_up_answers_nothing(tmp_path: Path, text: str) -> None:
    files = {"schema.graphql": SCHEMA, "web/cache.ts": text}
    session = DirectSession(write(tmp_path, files), load_settings())
    assert "is answered by" not in search_and_rank(session, "Query.user").text


def test_a_schema_names_what_answers(tmp_path: Path) -> None:
    files = {
        "schema.graphql": (
            'type Query {\n  carts: [Cart] @field(resolver: "App\\\\Queries\\\\Shop\\\\CartQuery@find")\n}\n'
        ),
        "src/Queries/Shop/CartQuery.php": "<?php\nclass CartQuery {\n  public function find() { return 1; }\n}\n",
        "src/Queries/Admin/CartQuery.php": "<?php\nclass CartQuery {\n  public function find() { return 1; }\n}\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    said = "It answers `Query.carts` of GraphQL (schema.graphql:2)."
    for path, is_said in {"Shop": True, "Admin": False}.items():
        text = trace_causal_path(session, f"src/Queries/{path}/CartQuery.php:CartQuery.find", "upstream").text
        assert (said in text.split("\n")) is is_said
    assert (
        "Queries/Shop/CartQuery.php:CartQuery.find"
        in search_and_rank(session, "Query.carts").text.split("\n")[0]
    )


def test_of_several_servers_the_nearest_is_told(tmp_path: Path) -> None:
    go = ANSWERING["graph/user.go"][0]
    files = {
        f"{one}/{path}": text
        for one in ("a", "b")
        for path, text in {"s.graphql": SCHEMA, "user.go": go}.items()
    }
    asking = 'package a\n\nfunc Ask() { post("query { user(id: 1) { name } }") }\n'
    session = DirectSession(write(tmp_path, files | {"a/ask.go": asking}), load_settings())

    upstream = trace_causal_path(session, "b/user.go:queryResolver.User", "upstream").text.split("\n")
    downstream = trace_causal_path(session, "a/ask.go:Ask").text.split("\n")

    assert "It answers `Query.user` of GraphQL (b/s.graphql:3)." in upstream
    assert not [line for line in upstream if "asked for" in line]
    assert (
        "L3 asks for `Query.user` of GraphQL, which method:a/user.go:queryResolver.User answers."
        in downstream
    )


def test_a_search_for_a_field_says_who_answers_it(tmp_path: Path) -> None:
    session = DirectSession(
        write(tmp_path, {"schema.graphql": SCHEMA, "graph/user.go": ANSWERING["graph/user.go"][0]}),
        load_settings(),
    )
    for query in ("Query.user", "query user"):
        text = search_and_rank(session, query).text
        said = "`Query.user` of GraphQL (schema.graphql:3) is answered by method:graph/user.go:queryResolver.User L3."
        assert said in text.split("\n")


@pytest.mark.parametrize("asked", ["Mutation.addUser", "mutation addUser", "addUser"])
def test_a_field_means_what_answers_it(tmp_path: Path, asked: str) -> None:
    session = DirectSession(
        write(tmp_path, {"app/schema.py": ANSWERING["app/schema.py"][0]}), load_settings()
    )
    text = trace_causal_path(session, asked, "upstream").text
    assert text.startswith("method:app/schema.py:AddUser.mutate  L")
    assert "It answers `Mutation.addUser` of GraphQL (app/schema.py:24)." in text
    with pytest.raises(UnknownEntity):
        trace_causal_path(session, "mutation dropUser")


def test_an_attribute_that_declares_a_field_leads_to_what_answers_it_and_who_asks(tmp_path: Path) -> None:
    files = {"app/schema.py": ANSWERING["app/schema.py"][0], "web/user.ts": ASKING}
    session = DirectSession(write(tmp_path, files), load_settings())
    added = trace_causal_path(session, "Mutation.add_user").text.split("\n")
    assert "It is `Mutation.addUser` of GraphQL, which method:app/schema.py:AddUser.mutate answers." in added
    user = trace_causal_path(session, "UserQueries.user").text.split("\n")
    assert (
        "It is `Query.user` of GraphQL, which method:app/schema.py:UserQueries.resolve_user answers." in user
    )
    assert "By the text, asked for at web/user.ts:2." in user


def test_only_texts_hold_operations_in_code() -> None:
    code = "class A {\n  query(sql) { return x }\n}\nmutation (x) { y }\nquery = { user: 1 }\n"
    assert not [*asked_in("a.ts", code)]
    assert not [*declared_in("a.ts", "type Query = { user: User }\ninterface User { name: string }\n")]
    heredoc = "x = <<~GRAPHQL\n  mutation($a: ID!) {\n    addIt(a: $a) { id }\n  }\nGRAPHQL\n"
    assert [(one.type, one.field, one.line) for one in asked_in("a.rb", heredoc)] == [
        ("Mutation", "addIt", 3)
    ]


def test_long_texts_are_read_in_bounded_time() -> None:
    before = time.process_time()
    for text in (
        "query(" * 50_000,
        "type A " * 50_000,
        "query x {" * 40_000,
        'query A{"' * 40_000,
        "`query A($" * 30_000,
        "type Query {" + "a(b:c" * 70_000,
        "type Query {" + "a " * 190_000,
        "gql`" * 90_000,
        '"""' * 120_000,
    ):
        for path in ("a.ts", "a.graphql"):
            assert len([*asked_in(path, text), *declared_in(path, text)]) <= 4_000
    assert time.process_time() - before < 10


def test_long_code_is_read_in_bounded_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Asked for all that Ruby knows, as by a worker that has read much of it, `f.rb` would take longer than it may.
    monkeypatch.setattr(extractors, "KEPT", KeptWorkers())
    files = {
        "schema.graphql": "type Query { a: Int }\n",
        "graphql/a.js": "Query: {a: /*" * 20_000,
        "graphql/b.js": "Query: {" + "a: b, " * 40_000 + "}",
        "graphql/c.js": "import a, {b} from './" * 10_000 + "Query: {",
        "graphql/g.ts": "Resolvers" + "const a: " * 40_000,
        "graphql/h.ts": "const a: AResolvers = {" * 1_000 + "a," * 40_000,
        "graphql/d.py": "strawberry a resolver=" + "\n  a = Field(" * 20_000,
        "graphql/e.py": "graphene resolve_a .Field(" + "\n    a = B.Field(" * 14_000,
        "graphql/f.rb": "BaseObject" + "\n field :a, mutation: X," * 10_000,
    }
    index = DirectSession(write(tmp_path, files), load_settings()).index("")
    assert "graphql/f.rb" in index.snapshot.graph.paths
    before = time.process_time()
    assert said_of_field(index, "Query.a") == []
    assert time.process_time() - before < 5


def test_a_file_that_became_shorter_since_answers_nothing(tmp_path: Path) -> None:
    names = ("app/aria.py", "Shop/Users.cs")
    files = {"schema.graphql": SCHEMA} | {path: ANSWERING[path][0] for path in names}
    index = DirectSession(write(tmp_path, files), load_settings()).index("")
    assert said_of_field(index, "Query.user")
    write(tmp_path, dict.fromkeys(names, "from ariadne import user  # [QueryType]\n"))
    assert said_of_field(index, "Query.user") == []
