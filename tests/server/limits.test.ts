import { randomUUID } from 'node:crypto'
import { createClient } from 'redis'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { checkRegData } from '#protocol/accounts.ts'
import { createSuggestion } from '#protocol/agora.ts'
import type { Call } from '#protocol/call.ts'
import { searchFriends } from '#protocol/hubs.ts'
import { requestMyInfo } from '#protocol/myInfo.ts'
import { searchNotes } from '#protocol/noteSearch.ts'
import { getTopics } from '#protocol/topics.ts'
import { emptyDatabase, type NodeOptions, startNode, type TestNode } from '#tests/support/node.ts'
import { newPerson, type Person } from '#tests/support/person.ts'

// Hundreds of requests, some of which hash passwords.
vi.setConfig({ testTimeout: 30_000 })

let node: TestNode
const others: TestNode[] = []
let mongoUrl: string

async function start(options: Partial<NodeOptions> = {}): Promise<TestNode> {
  const started = await startNode({ mongoUrl, rateLimitScale: 1, trustProxy: 1, ...options })
  others.push(started)
  return started
}

beforeEach(async () => {
  mongoUrl = await emptyDatabase()
  node = await start()
})
afterEach(async () => {
  await Promise.all(others.splice(0).map(each => each.stop()))
})

let addresses = 0
/** An address from which nobody has asked yet. */
function freshAddress(): string {
  addresses += 1
  return `198.51.100.${addresses}`
}

interface From {
  address?: string
  token?: string
  language?: string
  url?: string
}

function ask(
  called: Call,
  input: object,
  { address = '', token = '', language = '', url = node.url }: From = {},
) {
  return fetch(url + called.path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': address,
      'Accept-Language': language,
      authData: token,
    },
    body: JSON.stringify(input),
  })
}

/** How many of this many requests were let in. */
async function letIn(count: number, request: (index: number) => Promise<Response>): Promise<number> {
  let passed = 0
  for (let index = 0; index < count; index += 1) if ((await request(index)).status !== 429) passed += 1
  return passed
}

test('who asks too often is told in their language how long to wait', async () => {
  const { token, email } = await newPerson(node.url)
  const guess = (from: From = {}) => ask(requestMyInfo, { email, password: 'guess' }, { token, ...from })
  expect(await letIn(12, () => guess())).toBe(10)

  const rejected = await guess()
  const seconds = Number(rejected.headers.get('Retry-After'))
  expect(seconds).toBeGreaterThan(14 * 60)
  expect(seconds).toBeLessThanOrEqual(15 * 60)
  expect(await rejected.json()).toEqual({
    success: false,
    code: 'tooMany',
    message: '15분 뒤에 다시 시도해 주세요.',
  })
  const inEnglish = await guess({ language: 'en' })
  expect((await inEnglish.json()).message).toBe('Please try again in 15 minutes.')
})

test('one address asking for many accounts is stopped, the next address is not', async () => {
  const address = freshAddress()
  const spray = (from: string) => ask(checkRegData, {}, { address: from })
  expect(await letIn(201, () => spray(address))).toBe(200)
  expect((await spray(freshAddress())).status).toBe(200)
})

test('a family behind one address signs in, searches and posts without noticing', async () => {
  const address = freshAddress()
  const family: Person[] = []
  for (const name of ['아버지', '어머니', '큰아이', '작은아이', '할머니'])
    family.push(await newPerson(node.url, name))
  for (const { token } of family) {
    expect(
      await letIn(20, () => ask(searchFriends, { candidatesJSON: '["a@b.com"]' }, { address, token })),
    ).toBe(20)
    expect(
      (await ask(createSuggestion, { suggestion: '가족이 함께 남기는 의견' }, { address, token })).status,
    ).toBe(200)
  }
})

test('one account searches 30 times a minute and posts once in half a minute', async () => {
  const { token } = await newPerson(node.url)
  const search = () =>
    ask(searchFriends, { candidatesJSON: '["a@b.com"]' }, { address: freshAddress(), token })
  expect(await letIn(32, search)).toBe(30)

  const post = () => ask(createSuggestion, { suggestion: '조금 빠르게 남기는 의견' }, { token })
  expect((await post()).status).toBe(200)
  const rejected = await post()
  expect(rejected.status).toBe(429)
  expect(Number(rejected.headers.get('Retry-After'))).toBeLessThanOrEqual(30)
  expect((await rejected.json()).message).toMatch(/^\d+초 뒤에 다시 시도해 주세요\.$/)
})

test('one account posts ten opinions a day', async () => {
  const { token } = await newPerson(node.url)
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const post = () => {
      vi.setSystemTime(Date.now() + 31_000)
      return ask(createSuggestion, { suggestion: `${randomUUID()} 글마루에 바라요` }, { token })
    }
    expect(await letIn(11, post)).toBe(10)
    expect((await (await post()).json()).message).toMatch(/24시간 뒤/)
    vi.setSystemTime(Date.now() + 24 * 60 * 60 * 1000)
    expect((await post()).status).toBe(200)
  } finally {
    vi.useRealTimers()
  }
})

test('one address posts sixty opinions in a quarter of an hour, under however many accounts', async () => {
  const crowd = await Promise.all(
    ['가', '나', '다', '라', '마', '바', '사'].map(name => newPerson(node.url, name)),
  )
  const address = freshAddress()
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const post = (index: number, from = address) => {
      vi.setSystemTime(Date.now() + 5_000)
      const token = crowd[index % crowd.length]?.token ?? ''
      return ask(
        createSuggestion,
        { suggestion: `${randomUUID()} 글마루에 바라요` },
        { address: from, token },
      )
    }
    expect(await letIn(61, post)).toBe(60)
    expect((await post(61, freshAddress())).status).toBe(200)
  } finally {
    vi.useRealTimers()
  }
})

test('a refused form does not count', async () => {
  const { token } = await newPerson(node.url)
  await ask(createSuggestion, { suggestion: '짧음' }, { token })
  expect((await ask(createSuggestion, { suggestion: '이번에는 충분히 긴 의견' }, { token })).status).toBe(200)
})

test('reading is limited for a program alone, and before anything of a request is read', async () => {
  const { token } = await newPerson(node.url)
  const address = freshAddress()
  const read = () => ask(getTopics, {}, { token, address })
  expect(await letIn(200, read)).toBe(200)
  const slow = await start({ rateLimitScale: 0.01 })
  const atSlow = () =>
    ask(getTopics, { curPageNo: 'no number' }, { token, address: freshAddress(), url: slow.url })
  expect((await Promise.all(Array.from({ length: 12 }, atSlow))).map(({ status }) => status)).toEqual(
    Array(12).fill(400),
  )
  expect((await atSlow()).status).toBe(429)
})

test('heavy calls of one person wait for each other, and those of others do not wait for them', async () => {
  const [eager, patient] = [await newPerson(node.url), await newPerson(node.url)]
  const find = (token: string) => ask(searchNotes, { query: '글' }, { token, address: freshAddress() })
  const all = await Promise.all([...Array.from({ length: 20 }, () => find(eager.token)), find(patient.token)])
  expect(all.map(({ status }) => status)).toEqual(Array(21).fill(200))
})

test('the scale multiplies', async () => {
  const doubled = await start({ rateLimitScale: 2 })
  const { token, email } = await newPerson(doubled.url)
  const guess = () => ask(requestMyInfo, { email, password: 'x' }, { token, url: doubled.url })
  expect(await letIn(25, guess)).toBe(20)
})

test('without a trusted proxy nobody chooses their own address', async () => {
  const open = await start({ trustProxy: 0 })
  const spray = () => ask(checkRegData, {}, { address: freshAddress(), url: open.url })
  expect(await letIn(201, spray)).toBe(200)
})

describe('with a Redis', () => {
  test('nodes count together, and no address or mail can be read there', async () => {
    const redisUrl = inject('redisUrl')
    const onlooker = createClient({ url: redisUrl })
    await onlooker.connect()
    // Each test begins with an empty database, and so with the numbers of people whom another one has counted.
    const counted = await onlooker.keys('geulmaru:*:limit:*')
    if (counted.length > 0) await onlooker.del(counted)
    const nodes = [await start({ redisUrl }), await start({ redisUrl })]
    const { token, email } = await newPerson(nodes[0]?.url ?? '')
    const address = freshAddress()
    const guess = (index: number) =>
      ask(requestMyInfo, { email, password: 'x' }, { address, token, url: nodes[index % 2]?.url ?? '' })

    expect(await letIn(15, guess)).toBe(10)

    const keys = await onlooker.keys('geulmaru:*:limit:*')
    expect(keys.length).toBeGreaterThan(0)
    expect(keys.join('\n')).not.toMatch(/person|198\.51/)
    await onlooker.quit()
  })
})
