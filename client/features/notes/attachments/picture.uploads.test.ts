import { afterEach, expect, test, vi } from 'vitest'
import { CallFailed, type FailureCode } from '#client/platform/calls/callFailed.ts'
import { uploadAddress } from '#protocol/pictureAddress.ts'
import type { PictureStore, StoredPicture } from './picture.store.ts'
import { createUploads, type SendPicture, type Uploads } from './picture.uploads.ts'

const [ONE, TWO] = ['01234567-89ab-4cde-8f01-23456789abcd', '11234567-89ab-4cde-8f01-23456789abcd'] as const
const ADDRESS = `/pictures/${'a'.repeat(32)}`
const SIZED = `${ADDRESS}#16x9`
const up = { address: ADDRESS, width: 16, height: 9 }
const textWith = (...keys: string[]) => keys.map(key => `![](${uploadAddress(key)})`).join('\n')
const file = (name: string) => new File(['picture'], name)
const failed = (code: FailureCode, status: number) => new CallFailed({ code, status })

let opened: Uploads[] = []
afterEach(() => {
  for (const uploads of opened) uploads.stop()
  opened = []
})

interface Options {
  send?: SendPicture
  kept?: [string, StoredPicture][]
  isMissing?: (address: string) => Promise<boolean>
  find?: PictureStore['find']
}

function setUp({ send = async () => up, kept = [], isMissing = async () => false, find }: Options = {}) {
  const stored = new Map(kept)
  const store: PictureStore = {
    find: find ?? (async key => stored.get(key)),
    save: async (key, copy) => void stored.set(key, copy),
    delete: async keys => {
      for (const key of keys) stored.delete(key)
    },
    all: async () => [...stored],
  }
  const target = { onLocalFile: vi.fn(), onMissing: vi.fn(), onUploaded: vi.fn(), onRejected: vi.fn() }
  const sending = vi.fn(send)
  const uploads = createUploads({ send: sending, isMissing, store, now: () => 1 })
  uploads.attach(target)
  opened.push(uploads)
  return { uploads, target, stored, sending }
}

test('stores a picture, sends it once and reports the URL', async () => {
  const { uploads, target, stored, sending } = setUp()
  const adding = uploads.add(ONE, file('산.jpg'))
  expect(target.onLocalFile).toHaveBeenCalled()
  expect(await uploads.uploadAll(`글 ${textWith(ONE)}`)).toBe(`글 ![](${SIZED})`)
  await adding
  expect(sending).toHaveBeenCalledOnce()
  expect(target.onUploaded).toHaveBeenCalledExactlyOnceWith(ONE, SIZED)
  expect(stored.get(ONE)).toMatchObject({ name: '산.jpg', address: SIZED })
  expect(uploads.state()).toEqual([])

  await uploads.deleteSaved(`글 ![](${SIZED})`)
  expect(stored.size).toBe(0)
  // After Undo the text contains the upload key again.
  await uploads.storeAgain(textWith(ONE))
  expect(stored.get(ONE)).toMatchObject({ address: SIZED })
  expect(await uploads.uploadAll(textWith(ONE))).toBe(`![](${SIZED})`)
  expect(sending).toHaveBeenCalledOnce()
})

test('uploads one picture at a time, in order of arrival', async () => {
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

test('reports progress', async () => {
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

test.each<[FailureCode, number]>([
  ['offline', 0],
  ['tooMany', 429],
  ['notSignedIn', 401],
  ['passwordChangeNeeded', 403],
])('blocks saving and retries after the temporary failure %s', async (code, status) => {
  const error = failed(code, status)
  const send = vi
    .fn<SendPicture>(async () => up)
    .mockRejectedValueOnce(error)
    .mockRejectedValueOnce(error)
  const { uploads, stored, target } = setUp({ send })
  await uploads.add(ONE, file('하나'))
  expect(uploads.state()).toMatchObject([{ key: ONE, failure: error }])
  await expect(uploads.uploadAll(textWith(ONE))).rejects.toBe(error)
  expect(stored.has(ONE)).toBe(true)
  await uploads.resume(textWith(ONE))
  expect(uploads.state()).toEqual([])
  expect(target.onUploaded).toHaveBeenCalledOnce()
})

test('removes a rejected picture from the text and saves the rest', async () => {
  const rejection = failed('quota', 409)
  const send: SendPicture = async ({ key }) => (key === ONE ? Promise.reject(rejection) : up)
  const { uploads, target } = setUp({ send })
  await Promise.all([uploads.add(ONE, file('하나')), uploads.add(TWO, file('둘'))])
  expect(target.onRejected).toHaveBeenCalledWith(ONE, { name: '하나', failure: rejection })
  expect(await uploads.uploadAll(`글\n${textWith(TWO)}`)).toBe(`글\n![](${SIZED})`)
})

test('leaves a picture that another device has', async () => {
  const { uploads, target } = setUp()
  const text = `앞\n${textWith(ONE)}\n뒤`
  expect(await uploads.uploadAll(text)).toBe(text)
  expect(target.onRejected).not.toHaveBeenCalled()
})

test('of two tabs with one picture, the other one replaces its key only after the first has closed', async () => {
  const { uploads, stored } = setUp()
  await uploads.add(ONE, file('하나'))
  const { uploads: otherTab, target } = setUp({ kept: [...stored] })
  expect(await otherTab.uploadAll(textWith(ONE))).toBe(textWith(ONE))
  expect(target.onUploaded).not.toHaveBeenCalled()
  uploads.stop()
  expect(await otherTab.uploadAll(textWith(ONE))).toBe(`![](${SIZED})`)
})

const waitForAbort: SendPicture = (_, { signal }) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('after a cancellation neither sends nor stores the pictures, and continues a pending save without them', async () => {
  const { uploads, stored, target } = setUp({ send: waitForAbort })
  void uploads.add(ONE, file('하나'))
  void uploads.add(TWO, file('둘'))
  const settling = uploads.uploadAll(textWith(ONE, TWO))
  await vi.waitFor(() => expect(uploads.state()).toHaveLength(2))
  expect(uploads.cancel()).toEqual([ONE, TWO])
  expect(await settling).toBe('')
  expect(uploads.state()).toEqual([])
  expect(stored.size).toBe(0)
  expect(target.onUploaded).not.toHaveBeenCalled()
})

test('after stop saves no incomplete text and keeps the stored pictures', async () => {
  const { uploads, stored } = setUp({ send: waitForAbort })
  void uploads.add(ONE, file('하나'))
  const settling = uploads.uploadAll(textWith(ONE))
  await vi.waitFor(() => expect(uploads.state()).toHaveLength(1))
  uploads.stop()
  await expect(settling).rejects.toMatchObject({ code: 'offline' })
  expect(stored.has(ONE)).toBe(true)
})

test('continues the upload of a picture stored by an earlier page', async () => {
  const { uploads, target } = setUp({ kept: [[ONE, { file: file('하나'), name: '하나', keptAt: 1 }]] })
  await uploads.resume(textWith(ONE))
  expect(target.onLocalFile).toHaveBeenCalledOnce()
  expect(target.onUploaded).toHaveBeenCalledWith(ONE, SIZED)
})

test('uploads a picture again that the server has deleted', async () => {
  const old = `/pictures/${'b'.repeat(32)}#16x9`
  const kept: [string, StoredPicture][] = [
    [ONE, { file: file('하나'), name: '하나', keptAt: 1, address: old }],
    [TWO, { file: file('둘'), name: '둘', keptAt: 1, address: `${old}0` }],
  ]
  const isMissing = async (address: string) => address === old
  const { uploads, target, stored } = setUp({ kept, isMissing })
  expect(await uploads.uploadAll(`![](${old})\n![](${old}0)`)).toBe(`![](${SIZED})\n![](${old}0)`)
  expect(target.onMissing).toHaveBeenCalledExactlyOnceWith(old, ONE)
  expect(stored.get(ONE)).toMatchObject({ address: SIZED })
})

test('keeps a picture in the text if the device does not answer', async () => {
  const { uploads, target } = setUp({ find: () => Promise.reject(new Error('silent')) })
  await expect(uploads.uploadAll(textWith(ONE))).rejects.toMatchObject({ code: 'offline' })
  expect(target.onRejected).not.toHaveBeenCalled()
})
