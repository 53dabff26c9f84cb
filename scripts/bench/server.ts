import { register, type SignedInView, signIn } from '#protocol/accounts.ts'
import { encodeText } from '#protocol/encoding.ts'
import { createHub, searchFriends } from '#protocol/hubs.ts'
import { postNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic } from '#protocol/topics.ts'
import { call } from '#tests/support/call.ts'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'
import { databaseUrl, startTestEngine } from '#tests/support/services.ts'
import { startBare } from './bare.ts'
import { type Figures, measure } from './load.ts'

/** Reads and durable saves of the built server, beside the bare stack on the same engine in the same run. */
const NOTES = 300
const READERS = 10
const WRITERS = 25
const PASSWORD = 'bench-password'

const engine = await startTestEngine()
const mongoUrl = await databaseUrl(engine.url, 'bench')
const bare = await startBare('bareStack.ts', { MONGODB_URL: mongoUrl })
const node = await startBuiltNode({ MONGODB_URL: mongoUrl, RATE_LIMIT_SCALE: '1000000' })

try {
  const world = await fill(node.url)
  const read = (name: string, path: string, body: unknown) =>
    measure({ name, url: node.url + path, connections: READERS, token: world.token, body })

  const bareReads = [
    await measure({
      name: 'bare Express, constant 2 kB',
      url: `${bare.url}/constant`,
      connections: READERS,
      body: {},
    }),
    await measure({
      name: 'bare Express + mongoose findOne',
      url: `${bare.url}/read`,
      connections: READERS,
      body: {},
    }),
  ]
  report('reads, 10 connections', bareReads[1], [
    ...bareReads,
    await read('topic list', '/api/topic/gettopics', {}),
    await read('note list', '/api/note/getnotes', { topicNo: world.topicNo }),
    await read('note', '/api/note/get', { noteNo: world.noteNo }),
    await read('hub list', '/api/friends/gethubs', {}),
    await read('discussion', '/api/discussion/getsharednotes', { selectedHubNo: world.hubNo }),
    await read('unread numbers', '/api/friends/unread', {}),
  ])

  const bareWrite = await measure({
    name: 'bare Express + mongoose updateOne',
    url: `${bare.url}/write`,
    connections: WRITERS,
    body: {},
  })
  const draft = { title: '벤치', text: encodeText('가나다라 '.repeat(200)) }
  const write = (name: string, path: string, body: unknown) =>
    measure({ name, url: node.url + path, connections: WRITERS, token: world.token, body })
  report('durable saves, 25 connections', bareWrite, [
    bareWrite,
    await write('note update', '/api/note/update', { ...draft, noteNo: world.noteNo }),
    await write('new note', '/api/note/post', { ...draft, topicNo: world.topicNo }),
  ])
} finally {
  await node.stop()
  bare.stop()
  await engine.stop()
}

async function fill(url: string) {
  const author = await newcomer(url, 'author')
  const reader = await newcomer(url, 'reader')
  const token = author.authToken
  const topic = await call(url, createTopic, { title: '벤치' }, token)
  const topicNo = topic.body.subjects[0]?.subjectNo ?? 0
  await call(url, searchFriends, { candidatesJSON: JSON.stringify([emailOf('reader')]) }, token)
  const hub = await call(
    url,
    createHub,
    { candidatesJSON: JSON.stringify([author.userNo, reader.userNo]) },
    token,
  )
  const hubNo = hub.body.success ? hub.body.hubNo : 0
  let noteNo = 0
  for (let index = 0; index < NOTES; index += 1) {
    const draft = { topicNo, title: `노트 ${index}`, text: encodeText('가나다라 '.repeat(200)) }
    noteNo = (await call(url, postNote, draft, token)).body.noteNo
    await call(url, shareNote, { hubNo, noteNo }, token)
  }
  return { token, topicNo, hubNo, noteNo }
}

function emailOf(name: string): string {
  return `bench-${name}@example.com`
}

async function newcomer(url: string, name: string): Promise<SignedInView> {
  const email = emailOf(name)
  await call(url, register, { email, username: name, password: PASSWORD })
  const { body } = await call(url, signIn, { email, password: PASSWORD })
  if (!body.authenticated) throw new Error('the bench cannot sign in')
  return body
}

function report(title: string, base: Figures | undefined, rows: Figures[]): void {
  console.log(`\n${title}`)
  console.log(
    `${'a second'.padStart(10)}${'p50 ms'.padStart(8)}${'p99 ms'.padStart(8)}${'of bare'.padStart(9)}  `,
  )
  for (const row of rows) {
    const share = base ? `${Math.round((row.perSecond / base.perSecond) * 100)} %` : ''
    const failed = row.failed > 0 ? `  ${row.failed} FAILED` : ''
    console.log(
      `${String(row.perSecond).padStart(10)}${String(row.p50Ms).padStart(8)}${String(row.p99Ms).padStart(8)}${share.padStart(9)}  ${row.name}${failed}`,
    )
  }
}
