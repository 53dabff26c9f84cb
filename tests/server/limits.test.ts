import { randomUUID } from 'node:crypto'
import { createClient } from 'redis'
import { expect, inject, test, vi } from 'vitest'
import { checkRegData } from '#protocol/accounts.ts'
import { createSuggestion } from '#protocol/agora.ts'
import type { Call } from '#protocol/call.ts'
import { searchFriends } from '#protocol/hubs.ts'
import { requestMyInfo } from '#protocol/myInfo.ts'
import { highlightPassage } from '#protocol/passages.ts'
import { getTopics } from '#protocol/topics.ts'
import { newIpAddress } from '#tests/support/device.ts'
import { openNodes } from '#tests/support/node.ts'
import { passageOf } from '#tests/support/passages.ts'
import { newUser, newUsers } from '#tests/support/users.ts'

const redisUrl = inject('redisUrl')
const [node, tenth, hundredth, open, firstOfTwo, secondOfTwo] = await openNodes(
  { rateLimitScale: 1, trustProxy: 1 },
  { rateLimitScale: 0.1, trustProxy: 1 },
  { rateLimitScale: 0.01, trustProxy: 1 },
  { rateLimitScale: 0.1, trustProxy: 0 },
  { rateLimitScale: 1, trustProxy: 1, redisUrl },
  { rateLimitScale: 1, trustProxy: 1, redisUrl },
)

interface From {
  address?: string
  token?: string
  language?: string
  url?: string
}

function ask(
  called: Call,
  input: object,
  { address = newIpAddress(), token = '', language = '', url = node.url }: From = {},
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
  const request = (from: string) => ask(checkRegData, {}, { address: from, url: tenth.url })
  expect(await countAllowed(21, () => request(address))).toBe(20)
  expect((await request(newIpAddress())).status).toBe(200)
})

test('a family behind one address can sign in, search and post without reaching a limit', async () => {
  const from = { address: newIpAddress(), url: tenth.url }
  for (const name of ['아버지', '어머니', '큰아이', '작은아이', '할머니']) {
    const { token } = await newUser(tenth.url, name)
    const search = () => ask(searchFriends, { candidatesJSON: '["a@b.com"]' }, { ...from, token })
    expect(await countAllowed(2, search)).toBe(2)
    const posted = await ask(createSuggestion, { suggestion: '가족이 함께 남기는 의견' }, { ...from, token })
    expect(posted.status).toBe(200)
  }
})

test('one account can highlight 60 passages a minute', async () => {
  const { token } = await newUser(node.url)
  const passage = passageOf('강가를 걸었어요.', '강가')
  const highlight = () => ask(highlightPassage, { hubNo: 1, noteNo: 1, passage }, { token })
  expect(await countAllowed(62, highlight)).toBe(60)
})

test('one account can search 30 times a minute and post once in half a minute; a rejected form does not count', async () => {
  const { token } = await newUser(node.url)
  const search = () => ask(searchFriends, { candidatesJSON: '["a@b.com"]' }, { token })
  expect(await countAllowed(32, search)).toBe(30)

  const post = (suggestion = '조금 빠르게 남기는 의견') => ask(createSuggestion, { suggestion }, { token })
  expect((await post('짧음')).status).toBe(400)
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
  const crowd = await newUsers(...Array<string>(7).fill(tenth.url))
  const address = newIpAddress()
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const post = (index: number, from = address) => {
      vi.setSystemTime(Date.now() + 5_000)
      const { token = '' } = crowd[index] ?? {}
      const suggestion = `${randomUUID()} 글마루에 바라요`
      return ask(createSuggestion, { suggestion }, { address: from, token, url: tenth.url })
    }
    expect(await countAllowed(7, post)).toBe(6)
    expect((await post(6, newIpAddress())).status).toBe(200)
  } finally {
    vi.useRealTimers()
  }
})

test('the limit for reads only affects programs, and applies before the request is read', async () => {
  const { token } = await newUser(node.url)
  expect(await countAllowed(200, () => ask(getTopics, {}, { token }))).toBe(200)
  const atSlow = () => ask(getTopics, { curPageNo: 'no number' }, { token, url: hundredth.url })
  expect((await Promise.all(Array.from({ length: 12 }, atSlow))).map(({ status }) => status)).toEqual(
    Array(12).fill(400),
  )
  expect((await atSlow()).status).toBe(429)
})

test('without a trusted proxy a client cannot choose its address', async () => {
  expect(await countAllowed(21, () => ask(checkRegData, {}, { url: open.url }))).toBe(20)
})

test('nodes with a Redis share their counters, which contain no readable address or e-mail', async () => {
  const onlooker = createClient({ url: redisUrl })
  await onlooker.connect()
  // Each file begins with an empty database, so user numbers repeat that another test has counted.
  const counted = await onlooker.keys('geulmaru:*:limit:*')
  if (counted.length > 0) await onlooker.del(counted)
  const { token, email } = await newUser(firstOfTwo.url)
  const address = newIpAddress()
  const guess = (index: number) => {
    const { url } = index % 2 ? firstOfTwo : secondOfTwo
    return ask(requestMyInfo, { email, password: 'x' }, { address, token, url })
  }
  expect(await countAllowed(15, guess)).toBe(10)

  const keys = await onlooker.keys('geulmaru:*:limit:*')
  expect(keys.length).toBeGreaterThan(0)
  expect(keys.join('\n')).not.toMatch(/person|203\.0\./)
  await onlooker.quit()
})
