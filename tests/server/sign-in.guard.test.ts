import { createClient } from 'redis'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { type Device, freshAddress, newDevice } from '#tests/support/device.ts'
import { emptyDatabase, type NodeOptions, startNode, type TestNode } from '#tests/support/node.ts'
import { newPerson } from '#tests/support/person.ts'

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
  for (let time = 0; time < times; time += 1) statuses.push((await device.signsIn(email, 'guess')).status)
  return statuses
}

/** So many wrong passwords, each from an address of its own. */
async function guessFromEverywhere(email: string, times: number, url = node.url) {
  await Promise.all(Array.from({ length: times }, () => newDevice(url).signsIn(email, 'guess')))
}

test('guessing from one address is stopped there, and says how long to wait', async () => {
  const { email } = await newPerson(node.url)
  const stranger = newDevice(node.url)

  expect(await guess(stranger, email, 10)).toEqual(Array(10).fill(200))
  const rejected = await stranger.signsIn(email.toUpperCase(), 'guess')

  expect(rejected).toMatchObject({ status: 429, body: { success: false, code: 'tooMany' } })
  expect(Number(rejected.retryAfter)).toBeGreaterThan(14 * 60)
  expect(Number(rejected.retryAfter)).toBeLessThanOrEqual(15 * 60)
  expect(await newDevice(node.url).signsIn(email)).toMatchObject(isIn)
})

test('an address that is nobody’s is answered just so', async () => {
  const stranger = newDevice(node.url)
  expect(await guess(stranger, 'nobody@example.com', 11)).toEqual([...Array(10).fill(200), 429])
})

test('many guesses at once do not pass together', async () => {
  const { email } = await newPerson(node.url)
  const stranger = newDevice(node.url)
  const answers = await Promise.all(Array.from({ length: 30 }, () => stranger.signsIn(email, 'guess')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
})

test('a right password is no failure, and forgives those before it', async () => {
  const { email } = await newPerson(node.url)
  const own = newDevice(node.url)
  for (let round = 0; round < 3; round += 1) {
    expect(await guess(own, email, 8)).toEqual(Array(8).fill(200))
    expect(await own.signsIn(email)).toMatchObject(isIn)
    // A browser that keeps no cookies.
    const { address } = own
    expect(await guess(newDevice(node.url, { address }), email, 8)).toEqual(Array(8).fill(200))
    expect(await newDevice(node.url, { address }).signsIn(email)).toMatchObject(isIn)
  }
  for (let time = 0; time < 15; time += 1) expect(await own.signsIn(email)).toMatchObject(isIn)
})

test('a device that has signed in before gets in from the very address of a guesser', async () => {
  const { email } = await newPerson(node.url)
  const own = newDevice(node.url)
  await own.signsIn(email)
  const neighbour = newDevice(node.url, { address: own.address })
  expect(await guess(neighbour, email, 11)).toContain(429)

  expect(await own.signsIn(email)).toMatchObject(isIn)
  // Who found it does not guess with it either.
  expect(await guess(own, email, 11)).toEqual([...Array(10).fill(200), 429])
})

test('somebody else’s device is no pass', async () => {
  const { email } = await newPerson(node.url)
  const stranger = newDevice(node.url)
  await stranger.signsIn((await newPerson(node.url)).email)
  expect(await guess(stranger, email, 11)).toContain(429)
})

test('guesses from everywhere make strangers wait, and refuse nobody the right password', async () => {
  const scaled = await start({ rateLimitScale: 0.1 })
  const { email } = await newPerson(node.url)
  const own = newDevice(scaled.url)
  await own.signsIn(email)
  await guessFromEverywhere(email, 13, scaled.url)

  const started = performance.now()
  expect(await newDevice(scaled.url).signsIn(email)).toMatchObject(isIn)
  expect(performance.now() - started).toBeGreaterThan(350)

  const waits: number[] = []
  const { waitingRoom } = scaled.app.context
  const { wait } = waitingRoom
  waitingRoom.wait = (key, milliseconds) => {
    waits.push(milliseconds)
    return wait(key, milliseconds)
  }
  expect(await own.signsIn(email)).toMatchObject(isIn)
  expect(await newDevice(scaled.url, { address: own.address }).signsIn(email)).toMatchObject(isIn)
  expect(waits).toEqual([])
  expect(await newDevice(scaled.url).signsIn(email, 'guess')).toMatchObject(isWrong)
  expect(await newDevice(scaled.url).signsIn(email, 'guess')).toMatchObject(isWrong)
  expect(waits).toEqual([400, 500])
})

test('when very many wait, the next is told to come again soon; a known device does not notice', async () => {
  const { email } = await newPerson(node.url)
  const own = newDevice(node.url)
  await own.signsIn(email)
  node.app.context.waitingRoom.wait = async () => false
  await guessFromEverywhere(email, 100)

  const rejected = await newDevice(node.url).signsIn(email)
  expect(rejected).toMatchObject({ status: 429, retryAfter: '5' })
  expect(await own.signsIn(email)).toMatchObject(isIn)
  own.moves()
  expect(await own.signsIn(email)).toMatchObject(isIn)
})

test('an address that guesses at very many accounts is stopped, but for devices that are known', async () => {
  const scaled = await start({ rateLimitScale: 0.1 })
  const { email } = await newPerson(node.url)
  const own = newDevice(scaled.url)
  await own.signsIn(email)
  const neighbour = newDevice(scaled.url, { address: own.address })
  for (let index = 0; index < 30; index += 1)
    expect((await neighbour.signsIn(`pupil${index}@example.com`, 'guess')).status).toBe(200)

  expect((await neighbour.signsIn('one.more@example.com', 'guess')).status).toBe(429)
  expect(await own.signsIn(email)).toMatchObject(isIn)
})

describe('the cookie of a device', () => {
  test('is shown to the sign-in alone, by this site alone, and not to scripts', async () => {
    const { email } = await newPerson(node.url)
    const { setCookie } = await newDevice(node.url).signsIn(email)
    const [pair, ...attributes] = setCookie.split('; ')
    expect(pair).toMatch(/^geulmaru_device=[\w-]{22}$/)
    expect(attributes).toEqual(
      expect.arrayContaining(['Path=/api/user/signin', 'HttpOnly', 'Secure', 'SameSite=Strict']),
    )
    expect(setCookie).toContain(`Max-Age=${400 * 24 * 60 * 60}`)
    expect((await newDevice(node.url).signsIn(email, 'guess')).setCookie).toBe('')
  })

  test('is kept from sign-in to sign-in, for each user unlike, and never as it is', async () => {
    const { email, userNo } = await newPerson(node.url)
    const other = await newPerson(node.url)
    const device = newDevice(node.url)
    const first = (await device.signsIn(email)).setCookie.split(';')[0]
    expect((await device.signsIn(email)).setCookie.split(';')[0]).toBe(first)
    expect((await device.signsIn(other.email)).setCookie.split(';')[0]).toBe(first)

    const { devices } = node.app.context.stores
    const mine = await devices.ofUser(userNo)
    const hashes = [...mine, ...(await devices.ofUser(other.userNo))].map(({ deviceHash }) => deviceHash)
    expect(new Set(hashes).size).toBe(hashes.length)
    const kept = JSON.stringify(mine)
    expect(kept).not.toContain(first?.split('=')[1])
    expect(kept).not.toContain(device.address)
  })

  test('fifty are remembered, the last seen ones', async () => {
    const { userNo } = await newPerson(node.url)
    const { devices } = node.app.context.stores
    for (let index = 0; index < 52; index += 1) {
      const seen = new Date(2_000_000_000_000 + index)
      await devices.remember(
        { userNo, deviceHash: `d${index}`, device: '', addressHash: '', firstSeen: seen, lastSeen: seen },
        50,
      )
    }
    const kept = await devices.ofUser(userNo)
    expect(kept).toHaveLength(50)
    expect(kept[0]?.deviceHash).toBe('d51')
    expect(kept.at(-1)?.deviceHash).toBe('d2')
  })
})

describe('with a Redis', () => {
  test('nodes count together, and no address or mail can be read there', async () => {
    const redisUrl = inject('redisUrl')
    const both = [await start({ redisUrl }), await start({ redisUrl })]
    const email = `target${process.pid}@example.com`
    const address = freshAddress()
    const statuses: number[] = []
    for (let index = 0; index < 12; index += 1) {
      const device = newDevice(both[index % 2]?.url ?? '', { address })
      statuses.push((await device.signsIn(email, 'guess')).status)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429])

    const onlooker = createClient({ url: redisUrl })
    await onlooker.connect()
    const keys = await onlooker.keys('geulmaru:*:attempts:*')
    expect(keys.length).toBeGreaterThan(2)
    expect(keys.join('\n')).not.toMatch(/target|203\.0/)
    // Another file's may have gone meanwhile (-2); none stays for ever (-1).
    for (const key of keys) expect(await onlooker.ttl(key)).not.toBe(-1)
    await onlooker.quit()
  })
})
