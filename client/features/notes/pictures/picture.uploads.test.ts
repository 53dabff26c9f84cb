import { expect, test, vi } from 'vitest'
import { CallFailed, type FailureCode } from '#client/platform/calls/callFailed.ts'
import { uploadAddress } from '#protocol/pictureAddress.ts'
import type { Copies, PictureCopy } from './picture.copies.ts'
import { createUploads, type SendPicture } from './picture.uploads.ts'

const [ONE, TWO] = ['01234567-89ab-4cde-8f01-23456789abcd', '11234567-89ab-4cde-8f01-23456789abcd'] as const
const ADDRESS = `/pictures/${'a'.repeat(32)}`
const SIZED = `${ADDRESS}#16x9`
const up = { address: ADDRESS, width: 16, height: 9 }
const waitingFor = (...keys: string[]) => keys.map(key => `![](${uploadAddress(key)})`).join('\n')
const file = (name: string) => new File(['picture'], name)
const failed = (code: FailureCode, status: number) => new CallFailed({ code, status })

function setUp({ send = async () => up, kept = [], isGone = async () => false, find }: Partial<Parts> = {}) {
  const stored = new Map(kept)
  const copies: Copies = {
    find: find ?? (async key => stored.get(key)),
    keep: async (key, copy) => void stored.set(key, copy),
    drop: async keys => {
      for (const key of keys) stored.delete(key)
    },
    all: async () => [...stored],
  }
  const place = { onFound: vi.fn(), onGone: vi.fn(), onDone: vi.fn(), onRejected: vi.fn() }
  const sending = vi.fn(send)
  const uploads = createUploads({ send: sending, isGone, copies, now: () => 1 })
  uploads.attach(place)
  return { uploads, place, stored, sending }
}
interface Parts {
  send: SendPicture
  kept: [string, PictureCopy][]
  isGone: (address: string) => Promise<boolean>
  find: Copies['find']
}

test('a picture is kept here, sent once, and told of when it is up', async () => {
  const { uploads, place, stored, sending } = setUp()
  const adding = uploads.add(ONE, file('산.jpg'))
  expect(place.onFound).toHaveBeenCalled()
  expect(await uploads.settle(`글 ${waitingFor(ONE)}`)).toBe(`글 ![](${SIZED})`)
  await adding
  expect(sending).toHaveBeenCalledOnce()
  expect(place.onDone).toHaveBeenCalledExactlyOnceWith(ONE, SIZED)
  expect(stored.get(ONE)).toMatchObject({ name: '산.jpg', address: SIZED })
  expect(uploads.state()).toEqual([])

  await uploads.forget(`글 ![](${SIZED})`)
  expect(stored.size).toBe(0)
  // Undone, the text waits for it once more.
  expect(await uploads.settle(waitingFor(ONE))).toBe(`![](${SIZED})`)
  expect(sending).toHaveBeenCalledOnce()
})

test('one goes up at a time, in the order in which they came', async () => {
  const order: string[] = []
  const { uploads } = setUp({
    async send({ key }) {
      order.push(`begins ${key}`)
      await new Promise(resolve => setImmediate(resolve))
      order.push(`ends ${key}`)
      return up
    },
  })
  await Promise.all([uploads.add(ONE, file('하나')), uploads.add(TWO, file('둘'))])
  expect(order).toEqual([`begins ${ONE}`, `ends ${ONE}`, `begins ${TWO}`, `ends ${TWO}`])
})

test('it tells how far they are', async () => {
  const { uploads } = setUp({
    async send(_, { onProgress }) {
      onProgress(0.62)
      expect(uploads.state()).toMatchObject([{ key: ONE, size: 7, sent: 0.62, failure: null }])
      return up
    },
  })
  await uploads.add(ONE, file('하나'))
  expect.assertions(1)
})

test.each([
  failed('offline', 0),
  failed('tooMany', 429),
  failed('notSignedIn', 401),
  failed('passwordChangeNeeded', 403),
])('what passes keeps the text from being saved, and is tried again: %o', async error => {
  const send = vi
    .fn<SendPicture>()
    .mockRejectedValueOnce(error)
    .mockRejectedValueOnce(error)
    .mockResolvedValue(up)
  const { uploads, stored, place } = setUp({ send })
  await uploads.add(ONE, file('하나'))
  expect(uploads.state()).toMatchObject([{ key: ONE, failure: error }])
  await expect(uploads.settle(waitingFor(ONE))).rejects.toBe(error)
  expect(stored.has(ONE)).toBe(true)
  await uploads.follow(waitingFor(ONE))
  expect(uploads.state()).toEqual([])
  expect(place.onDone).toHaveBeenCalledOnce()
})

test('what is refused goes from the text, and the rest is saved without it', async () => {
  const rejection = failed('quota', 409)
  const { uploads, place } = setUp({
    send: async ({ key }) => (key === ONE ? Promise.reject(rejection) : up),
  })
  await Promise.all([uploads.add(ONE, file('하나')), uploads.add(TWO, file('둘'))])
  expect(place.onRejected).toHaveBeenCalledWith(ONE, { name: '하나', failure: rejection })
  expect(await uploads.settle(`글\n${waitingFor(TWO)}`)).toBe(`글\n![](${SIZED})`)
})

test('what is not on this device goes from the text', async () => {
  const { uploads, place } = setUp()
  expect(await uploads.settle(`앞\n${waitingFor(ONE)}\n뒤`)).toBe('앞\n뒤')
  expect(place.onRejected).toHaveBeenCalledWith(ONE, null)
})

test('given up it is neither sent nor kept, and a save that waited goes on without it', async () => {
  const { uploads, stored, place } = setUp({
    send: (_, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  })
  void uploads.add(ONE, file('하나'))
  void uploads.add(TWO, file('둘'))
  const settling = uploads.settle(waitingFor(ONE, TWO))
  await vi.waitFor(() => expect(uploads.state()).toHaveLength(2))
  expect(uploads.cancel()).toEqual([ONE, TWO])
  expect(await settling).toBe('')
  expect(uploads.state()).toEqual([])
  expect(stored.size).toBe(0)
  expect(place.onDone).not.toHaveBeenCalled()
})

test('when the page is left nothing is saved with a hole, and the copies stay', async () => {
  const { uploads, stored } = setUp({
    send: (_, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  })
  void uploads.add(ONE, file('하나'))
  const settling = uploads.settle(waitingFor(ONE))
  await vi.waitFor(() => expect(uploads.state()).toHaveLength(1))
  uploads.stop()
  await expect(settling).rejects.toMatchObject({ code: 'offline' })
  expect(stored.has(ONE)).toBe(true)
})

test('what an earlier page left goes on from its copy', async () => {
  const { uploads, place } = setUp({ kept: [[ONE, { file: file('하나'), name: '하나', keptAt: 1 }]] })
  await uploads.follow(waitingFor(ONE))
  expect(place.onFound).toHaveBeenCalledOnce()
  expect(place.onDone).toHaveBeenCalledWith(ONE, SIZED)
})

test('what went up long ago and is gone goes up once more before its text is saved', async () => {
  const old = `/pictures/${'b'.repeat(32)}#16x9`
  const kept: [string, PictureCopy][] = [
    [ONE, { file: file('하나'), name: '하나', keptAt: 1, address: old }],
    [TWO, { file: file('둘'), name: '둘', keptAt: 1, address: `${old}0` }],
  ]
  const { uploads, place, stored } = setUp({ kept, isGone: async address => address === old })
  expect(await uploads.settle(`![](${old})\n![](${old}0)`)).toBe(`![](${SIZED})\n![](${old}0)`)
  expect(place.onGone).toHaveBeenCalledExactlyOnceWith(old, ONE)
  expect(stored.get(ONE)).toMatchObject({ address: SIZED })
})

test('a text keeps a picture about which the device does not answer', async () => {
  const { uploads, place } = setUp({ find: () => Promise.reject(new Error('silent')) })
  await expect(uploads.settle(waitingFor(ONE))).rejects.toMatchObject({ code: 'offline' })
  expect(place.onRejected).not.toHaveBeenCalled()
})
