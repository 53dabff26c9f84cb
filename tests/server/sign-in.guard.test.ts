import { createClient } from 'redis'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { type Device, newDevice, newIpAddress } from '#tests/support/device.ts'
import { emptyDatabase, type NodeOptions, startNode, type TestNode } from '#tests/support/node.ts'
import { newUser } from '#tests/support/users.ts'

let node: TestNode
let mongoUrl: string
const nodes: TestNode[] = []

async function start(options: Partial<NodeOptions> = {}): Promise<TestNode> {
  const started = await startNode({ mongoUrl, rateLimitScale: 1, trustProxy: 1, ...options })
  nodes.push(started)
  return started
}

beforeEach(async () => {
  mongoUrl = await emptyDatabase()
  node = await start()
})

afterEach(async () => {
  await Promise.all(nodes.splice(0).map(each => each.stop()))
})

const isIn = { status: 200, body: { authenticated: true } }
const isWrong = { status: 200, body: { authenticated: false } }

async function guess(device: Device, email: string, times: number) {
  const statuses: number[] = []
  for (let time = 0; time < times; time += 1) statuses.push((await device.signIn(email, 'guess')).status)
  return statuses
}

/** Tries this many wrong passwords, each from a different address. */
async function guessFromManyAddresses(email: string, times: number, url = node.url) {
  await Promise.all(Array.from({ length: times }, () => newDevice(url).signIn(email, 'guess')))
}

test('guesses from one address are limited, with the time to wait', async () => {
  const { email } = await newUser(node.url)
  const unknownDevice = newDevice(node.url)

  expect(await guess(unknownDevice, email, 10)).toEqual(Array(10).fill(200))
  const rejected = await unknownDevice.signIn(email.toUpperCase(), 'guess')

  expect(rejected).toMatchObject({ status: 429, body: { success: false, code: 'tooMany' } })
  expect(Number(rejected.retryAfter)).toBeGreaterThan(14 * 60)
  expect(Number(rejected.retryAfter)).toBeLessThanOrEqual(15 * 60)
  expect(await newDevice(node.url).signIn(email)).toMatchObject(isIn)
  // An unknown address gets the same response.
  expect(await guess(newDevice(node.url), 'nobody@example.com', 11)).toEqual([...Array(10).fill(200), 429])
})

test('many concurrent guesses do not bypass the limit', async () => {
  const { email } = await newUser(node.url)
  const unknownDevice = newDevice(node.url)
  const answers = await Promise.all(Array.from({ length: 30 }, () => unknownDevice.signIn(email, 'guess')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
})

test('a right password is no failure, and resets earlier failures', async () => {
  const { email } = await newUser(node.url)
  const own = newDevice(node.url)
  for (let round = 0; round < 2; round += 1) {
    expect(await guess(own, email, 8)).toEqual(Array(8).fill(200))
    expect(await own.signIn(email)).toMatchObject(isIn)
    // A browser that stores no cookies.
    const { address } = own
    expect(await guess(newDevice(node.url, { address }), email, 8)).toEqual(Array(8).fill(200))
    expect(await newDevice(node.url, { address }).signIn(email)).toMatchObject(isIn)
  }
  for (let time = 0; time < 11; time += 1) expect(await own.signIn(email)).toMatchObject(isIn)
})

test('a known device can sign in even from the address of a guesser', async () => {
  const { email } = await newUser(node.url)
  const own = newDevice(node.url)
  await own.signIn(email)
  const neighbour = newDevice(node.url, { address: own.address })
  expect(await guess(neighbour, email, 11)).toContain(429)

  expect(await own.signIn(email)).toMatchObject(isIn)
  // A thief of the device cookie cannot guess more passwords with it either.
  expect(await guess(own, email, 11)).toEqual([...Array(10).fill(200), 429])
})

test('the device cookie of another user is not accepted', async () => {
  const { email } = await newUser(node.url)
  const unknownDevice = newDevice(node.url)
  await unknownDevice.signIn((await newUser(node.url)).email)
  expect(await guess(unknownDevice, email, 11)).toContain(429)
})

test('guesses from many addresses delay unknown devices, and reject no right password', async () => {
  const scaled = await start({ rateLimitScale: 0.1 })
  const { email } = await newUser(node.url)
  const own = newDevice(scaled.url)
  await own.signIn(email)
  await guessFromManyAddresses(email, 13, scaled.url)

  const started = performance.now()
  expect(await newDevice(scaled.url).signIn(email)).toMatchObject(isIn)
  expect(performance.now() - started).toBeGreaterThan(350)

  const waits: number[] = []
  const { delayQueue } = scaled.app.context
  const { wait } = delayQueue
  delayQueue.wait = (key, milliseconds) => {
    waits.push(milliseconds)
    return wait(key, milliseconds)
  }
  expect(await own.signIn(email)).toMatchObject(isIn)
  expect(await newDevice(scaled.url, { address: own.address }).signIn(email)).toMatchObject(isIn)
  expect(waits).toEqual([])
  expect(await newDevice(scaled.url).signIn(email, 'guess')).toMatchObject(isWrong)
  expect(await newDevice(scaled.url).signIn(email, 'guess')).toMatchObject(isWrong)
  expect(waits).toEqual([400, 500])
})

test('when very many requests wait, the next one is told to retry soon; known devices are not affected', async () => {
  const scaled = await start({ rateLimitScale: 0.1 })
  const { email } = await newUser(node.url)
  const own = newDevice(scaled.url)
  await own.signIn(email)
  scaled.app.context.delayQueue.wait = async () => false
  await guessFromManyAddresses(email, 13, scaled.url)

  const rejected = await newDevice(scaled.url).signIn(email)
  expect(rejected).toMatchObject({ status: 429, retryAfter: '5' })
  expect(await own.signIn(email)).toMatchObject(isIn)
  own.changeAddress()
  expect(await own.signIn(email)).toMatchObject(isIn)
})

test('an address that guesses at very many accounts is blocked, except for known devices', async () => {
  const scaled = await start({ rateLimitScale: 0.1 })
  const { email } = await newUser(node.url)
  const own = newDevice(scaled.url)
  await own.signIn(email)
  const neighbour = newDevice(scaled.url, { address: own.address })
  for (let index = 0; index < 30; index += 1)
    expect((await neighbour.signIn(`pupil${index}@example.com`, 'guess')).status).toBe(200)

  expect((await neighbour.signIn('one.more@example.com', 'guess')).status).toBe(429)
  expect(await own.signIn(email)).toMatchObject(isIn)
})

describe('the device cookie', () => {
  test('is sent to the sign-in call only, by this site only, and not readable by scripts', async () => {
    const { email } = await newUser(node.url)
    const { setCookie } = await newDevice(node.url).signIn(email)
    const [pair, ...attributes] = setCookie.split('; ')
    expect(pair).toMatch(/^geulmaru_device=[\w-]{22}$/)
    expect(attributes).toEqual(
      expect.arrayContaining(['Path=/api/user/signin', 'HttpOnly', 'Secure', 'SameSite=Strict']),
    )
    expect(setCookie).toContain(`Max-Age=${400 * 24 * 60 * 60}`)
    expect((await newDevice(node.url).signIn(email, 'guess')).setCookie).toBe('')
  })

  test('is kept across sign-ins, differs for each user, and is stored as a hash', async () => {
    const { email, userNo } = await newUser(node.url)
    const other = await newUser(node.url)
    const device = newDevice(node.url)
    const first = (await device.signIn(email)).setCookie.split(';')[0]
    expect((await device.signIn(email)).setCookie.split(';')[0]).toBe(first)
    expect((await device.signIn(other.email)).setCookie.split(';')[0]).toBe(first)

    const { devices } = node.app.context.repositories
    const mine = await devices.findByUser(userNo)
    const hashes = [...mine, ...(await devices.findByUser(other.userNo))].map(({ deviceHash }) => deviceHash)
    expect(new Set(hashes).size).toBe(hashes.length)
    const stored = JSON.stringify(mine)
    expect(stored).not.toContain(first?.split('=')[1])
    expect(stored).not.toContain(device.address)
  })

  test('as many devices are remembered as allowed, the last used ones', async () => {
    const { userNo } = await newUser(node.url)
    const { devices } = node.app.context.repositories
    for (let index = 0; index < 6; index += 1) {
      const seen = new Date(2_000_000_000_000 + index)
      const device = { userNo, deviceHash: `d${index}`, device: '', addressHash: '' }
      await devices.upsert({ ...device, firstSeen: seen, lastSeen: seen }, 4)
    }
    const stored = await devices.findByUser(userNo)
    expect(stored.map(({ deviceHash }) => deviceHash)).toEqual(['d5', 'd4', 'd3', 'd2'])
  })
})

describe('with a Redis', () => {
  test('nodes share their counters, which contain no readable address or e-mail', async () => {
    const redisUrl = inject('redisUrl')
    const bothNodes = [await start({ redisUrl }), await start({ redisUrl })]
    const email = `target${process.pid}@example.com`
    const address = newIpAddress()
    const statuses: number[] = []
    for (let index = 0; index < 12; index += 1) {
      const device = newDevice(bothNodes[index % 2]?.url ?? '', { address })
      statuses.push((await device.signIn(email, 'guess')).status)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429])

    const onlooker = createClient({ url: redisUrl })
    await onlooker.connect()
    const keys = await onlooker.keys('geulmaru:*:attempts:*')
    expect(keys.length).toBeGreaterThan(2)
    expect(keys.join('\n')).not.toMatch(/target|203\.0/)
    // A key of another test file may have been deleted meanwhile (-2); none may lack an expiry (-1).
    for (const key of keys) expect(await onlooker.ttl(key)).not.toBe(-1)
    await onlooker.quit()
  })
})
