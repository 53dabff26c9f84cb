import { randomUUID } from 'node:crypto'
import { createClient } from 'redis'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { checkRegData } from '#protocol/accounts.ts'
import { createSuggestion } from '#protocol/agora.ts'
import type { Call } from '#protocol/call.ts'
import { searchFriends } from '#protocol/hubs.ts'
import { requestMyInfo } from '#protocol/myInfo.ts'
import { searchNotes } from '#protocol/search.ts'
import { getTopics } from '#protocol/topics.ts'
import { emptyDatabase, type NodeOptions, startNode, type TestNode } from '#tests/support/node.ts'
import { newUser, type TestUser } from '#tests/support/users.ts'

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
/** A client IP address that has made no requests yet. */
function newIpAddress(): string {
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

/** How many of this many requests were allowed. */
async function countAllowed(count: number, request: (index: number) => Promise<Response>): Promise<number> {
  let passed = 0
  for (let index = 0; index < count; index += 1) if ((await request(index)).status !== 429) passed += 1
  return passed
}

test('a rate-limited caller is told in their language how long to wait', async () => {
  const { token, email } = await newUser(node.url)
  const guess = (from: From = {}) => ask(requestMyInfo, { email, password: 'guess' }, { token, ...from })
  expect(await countAllowed(12, () => guess())).toBe(10)

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

test('one address requesting many accounts is limited, the next address is not', async () => {
  const address = newIpAddress()
  const requestFromManyAddresses = (from: string) => ask(checkRegData, {}, { address: from })
  expect(await countAllowed(201, () => requestFromManyAddresses(address))).toBe(200)
  expect((await requestFromManyAddresses(newIpAddress())).status).toBe(200)
})

test('a family behind one address can sign in, search and post without reaching a limit', async () => {
  const address = newIpAddress()
  const family: TestUser[] = []
  for (const name of ['아버지', '어머니', '큰아이', '작은아이', '할머니'])
    family.push(await newUser(node.url, name))
  for (const { token } of family) {
    expect(
      await countAllowed(20, () => ask(searchFriends, { candidatesJSON: '["a@b.com"]' }, { address, token })),
    ).toBe(20)
    expect(
      (await ask(createSuggestion, { suggestion: '가족이 함께 남기는 의견' }, { address, token })).status,
    ).toBe(200)
  }
})

test('one account can search 30 times a minute and post once in half a minute', async () => {
  const { token } = await newUser(node.url)
  const search = () =>
    ask(searchFriends, { candidatesJSON: '["a@b.com"]' }, { address: newIpAddress(), token })
  expect(await countAllowed(32, search)).toBe(30)

  const post = () => ask(createSuggestion, { suggestion: '조금 빠르게 남기는 의견' }, { token })
  expect((await post()).status).toBe(200)
  const rejected = await post()
  expect(rejected.status).toBe(429)
  expect(Number(rejected.headers.get('Retry-After'))).toBeLessThanOrEqual(30)
  expect((await rejected.json()).message).toMatch(/^\d+초 뒤에 다시 시도해 주세요\.$/)
})

test('one account can post ten suggestions a day', async () => {
  const { token } = await newUser(node.url)
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const post = () => {
      vi.setSystemTime(Date.now() + 31_000)
      return ask(createSuggestion, { suggestion: `${randomUUID()} 글마루에 바라요` }, { token })
    }
    expect(await countAllowed(11, post)).toBe(10)
    expect((await (await post()).json()).message).toMatch(/24시간 뒤/)
    vi.setSystemTime(Date.now() + 24 * 60 * 60 * 1000)
    expect((await post()).status).toBe(200)
  } finally {
    vi.useRealTimers()
  }
})

test('one address can post sixty suggestions in a quarter of an hour, from any number of accounts', async () => {
  const crowd = await Promise.all(
    ['가', '나', '다', '라', '마', '바', '사'].map(name => newUser(node.url, name)),
  )
  const address = newIpAddress()
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
    expect(await countAllowed(61, post)).toBe(60)
    expect((await post(61, newIpAddress())).status).toBe(200)
  } finally {
    vi.useRealTimers()
  }
})

test('a rejected form does not count', async () => {
  const { token } = await newUser(node.url)
  await ask(createSuggestion, { suggestion: '짧음' }, { token })
  expect((await ask(createSuggestion, { suggestion: '이번에는 충분히 긴 의견' }, { token })).status).toBe(200)
})

test('the limit for reads only affects programs, and applies before the request is read', async () => {
  const { token } = await newUser(node.url)
  const address = newIpAddress()
  const read = () => ask(getTopics, {}, { token, address })
  expect(await countAllowed(200, read)).toBe(200)
  const slow = await start({ rateLimitScale: 0.01 })
  const atSlow = () =>
    ask(getTopics, { curPageNo: 'no number' }, { token, address: newIpAddress(), url: slow.url })
  expect((await Promise.all(Array.from({ length: 12 }, atSlow))).map(({ status }) => status)).toEqual(
    Array(12).fill(400),
  )
  expect((await atSlow()).status).toBe(429)
})

test('expensive calls of one user are serialized, and do not delay those of others', async () => {
  const [eager, patient] = [await newUser(node.url), await newUser(node.url)]
  const find = (token: string) => ask(searchNotes, { query: '글' }, { token, address: newIpAddress() })
  const all = await Promise.all([...Array.from({ length: 20 }, () => find(eager.token)), find(patient.token)])
  expect(all.map(({ status }) => status)).toEqual(Array(21).fill(200))
})

test('the scale multiplies the limits', async () => {
  const doubled = await start({ rateLimitScale: 2 })
  const { token, email } = await newUser(doubled.url)
  const guess = () => ask(requestMyInfo, { email, password: 'x' }, { token, url: doubled.url })
  expect(await countAllowed(25, guess)).toBe(20)
})

test('without a trusted proxy a client cannot choose its address', async () => {
  const open = await start({ trustProxy: 0 })
  const requestFromManyAddresses = () => ask(checkRegData, {}, { address: newIpAddress(), url: open.url })
  expect(await countAllowed(201, requestFromManyAddresses)).toBe(200)
})

describe('with a Redis', () => {
  test('nodes share their counters, which contain no readable address or e-mail', async () => {
    const redisUrl = inject('redisUrl')
    const onlooker = createClient({ url: redisUrl })
    await onlooker.connect()
    // Each test begins with an empty database, so user numbers repeat that another test has counted.
    const counted = await onlooker.keys('geulmaru:*:limit:*')
    if (counted.length > 0) await onlooker.del(counted)
    const nodes = [await start({ redisUrl }), await start({ redisUrl })]
    const { token, email } = await newUser(nodes[0]?.url ?? '')
    const address = newIpAddress()
    const guess = (index: number) =>
      ask(requestMyInfo, { email, password: 'x' }, { address, token, url: nodes[index % 2]?.url ?? '' })

    expect(await countAllowed(15, guess)).toBe(10)

    const keys = await onlooker.keys('geulmaru:*:limit:*')
    expect(keys.length).toBeGreaterThan(0)
    expect(keys.join('\n')).not.toMatch(/person|198\.51/)
    await onlooker.quit()
  })
})
