import { afterEach, expect, test } from 'vitest'
import { diffText } from '#protocol/document/merge.ts'
import type { ServerEventPayload } from '#protocol/events.ts'
import { createDocumentSync, type DocumentSync } from './documentSync.ts'
import { createFakeServer } from './testing/fakeServer.ts'

let syncs: DocumentSync[] = []
afterEach(() => {
  for (const sync of syncs) sync.stop()
  syncs = []
})

type Server = ReturnType<typeof createFakeServer>
type Edited = ServerEventPayload<'document:edited'>

function connect(server: Server, receives = (_: Edited) => true): DocumentSync {
  const sync: DocumentSync = createDocumentSync({
    subject: { noteNo: 1 },
    transport: server.connect(event => receives(event) && sync.receiveEdited(event)),
    onChange: () => undefined,
  })
  syncs.push(sync)
  return sync
}

test.each([
  ['an insertion', { from: 0, to: 0, insert: '하나' }, '하나처음'],
  ['a deletion', { from: 0, to: 1, insert: '' }, '음'],
])(
  '%s that arrives before the reply to an opening, which does not have it, counts',
  async (_, edit, text) => {
    const server = createFakeServer({ title: '', text: '처음' })
    const desktop = connect(server, ({ revision }) => revision > 1)
    const phone = connect(server)
    await Promise.all([desktop.flush(), phone.flush()])
    phone.edit({ title: [{ from: 0, to: 0, insert: '제목' }] })
    await phone.flush()
    // The server reads revision 1 for the reply, then stores revision 2.
    desktop.reopen()
    phone.edit({ text: [edit] })
    await phone.flush()
    expect(await desktop.flush()).toEqual({ revision: 2, content: { title: '제목', text } })
    expect(server.revision()).toBe(2)
  },
)

test('a change that arrives before the first reply is not sent again', async () => {
  const server = createFakeServer({ title: '', text: '' })
  const phone = connect(server)
  await phone.flush()
  const desktop = connect(server)
  phone.edit({ text: [{ from: 0, to: 0, insert: '하나' }] })
  expect(await desktop.flush()).toEqual({ revision: 1, content: { title: '', text: '하나' } })
  expect(server.revision()).toBe(1)
})

test('changes that the server does not accept are merged by their text', async () => {
  const server = createFakeServer({ title: '', text: '처음' })
  const desktop = connect(server)
  await desktop.flush()
  server.refuseOnce('mismatch')
  desktop.edit({ text: [{ from: 2, to: 2, insert: ' 그리고' }] })
  expect((await desktop.flush()).content.text).toBe('처음 그리고')
  expect(server.content().text).toBe('처음 그리고')
})

test('the reply to an earlier opening is not taken for the whole state after changes were refused', async () => {
  const server = createFakeServer({ title: '', text: '처음' })
  const replies: (() => void)[] = []
  const { open, edit } = server.connect(() => undefined)
  const desktop = createDocumentSync({
    subject: { noteNo: 1 },
    transport: {
      async open(request) {
        const reply = await open(request)
        if (request.has !== undefined) await new Promise<void>(resolve => replies.push(resolve))
        return reply
      },
      edit,
    },
    onChange: () => undefined,
  })
  syncs.push(desktop)
  await desktop.flush()
  server.refuseOnce('mismatch')
  desktop.edit({ text: [{ from: 2, to: 2, insert: ' 그리고' }] })
  desktop.reopen()
  await expect.poll(() => replies.length).toBe(1)
  await expect.poll(() => desktop.status().kind).toBe('opening')
  replies.shift()?.()
  expect((await desktop.flush()).content.text).toBe('처음 그리고')
  expect(server.content().text).toBe('처음 그리고')
})

test('a flush does not wait for what is typed after it', async () => {
  const server = createFakeServer({ title: '', text: '' })
  const replies: (() => void)[] = []
  const { open, edit } = server.connect(() => undefined)
  const desktop = createDocumentSync({
    subject: { noteNo: 1 },
    transport: {
      open,
      edit: async request => {
        await new Promise<void>(resolve => replies.push(resolve))
        return edit(request)
      },
    },
    onChange: () => undefined,
  })
  syncs.push(desktop)
  await desktop.flush()
  const type = (at: number, insert: string) => desktop.edit({ text: [{ from: at, to: at, insert }] })
  type(0, '가')
  type(1, '나')
  const flushed = desktop.flush()
  let isFlushed = false
  void flushed.then(() => {
    isFlushed = true
  })
  type(2, '다')
  replies.shift()?.()
  await expect.poll(() => replies.length).toBe(1)
  expect(isFlushed).toBe(false)
  type(3, '라')
  replies.shift()?.()
  await expect.poll(() => replies.length).toBe(1)
  expect(await flushed).toEqual({ revision: 2, content: { title: '', text: '가나다' } })
})

test('after the restore of a backup, what the server lacks is sent again once', async () => {
  const server = createFakeServer({ title: '', text: '처음' })
  let isConnected = true
  const [desktop, phone] = [connect(server), connect(server, () => isConnected)]
  await Promise.all([desktop.flush(), phone.flush()])
  const backup = server.backUp()
  desktop.edit({ text: [{ from: 2, to: 2, insert: ' 하나' }] })
  await desktop.flush()
  phone.edit({ text: [{ from: 5, to: 5, insert: ' 둘' }] })
  await Promise.all([desktop.flush(), phone.flush()])
  server.restore(backup)
  // A tab receives changes after it has opened the document again.
  isConnected = false
  desktop.reopen()
  await expect.poll(() => server.content().text).toBe('처음 하나 둘')
  phone.reopen()
  await expect.poll(() => phone.revision()).toBe(server.revision())
  expect(phone.content().text).toBe('처음 하나 둘')
  expect(server.content().text).toBe('처음 하나 둘')
})

test('after the restore of a backup, text that another device has sent first stays', async () => {
  const server = createFakeServer({ title: '', text: '처음' })
  const [desktop, phone] = [connect(server, () => false), connect(server, () => false)]
  await Promise.all([desktop.flush(), phone.flush()])
  const backup = server.backUp()
  desktop.edit({ text: [{ from: 2, to: 2, insert: ' 하나' }] })
  await desktop.flush()
  phone.reopen()
  await expect.poll(() => phone.content().text).toBe('처음 하나')
  phone.disconnect()
  phone.edit({ text: [{ from: 0, to: 2, insert: '끝내' }] })
  desktop.disconnect()
  desktop.edit({ text: [{ from: 5, to: 5, insert: ' 둘' }] })
  server.restore(backup)
  expect(await desktop.flush()).toMatchObject({ content: { text: '처음 하나 둘' } })
  expect(await phone.flush()).toMatchObject({ content: { text: '끝내 하나 둘' } })
  expect(server.content().text).toBe('끝내 하나 둘')
})

test('after the restore of a backup, text stays of which the first device knew nothing', async () => {
  const server = createFakeServer({ title: '', text: '처음' })
  const [desktop, phone] = [connect(server, () => false), connect(server, () => false)]
  await Promise.all([desktop.flush(), phone.flush()])
  const backup = server.backUp()
  phone.edit({ text: [{ from: 0, to: 0, insert: '맨 ' }] })
  await phone.flush()
  phone.disconnect()
  desktop.reopen()
  await expect.poll(() => desktop.content().text).toBe('맨 처음')
  desktop.edit({ text: [{ from: 4, to: 4, insert: ' 하나' }] })
  await desktop.flush()
  server.restore(backup)
  expect(await phone.flush()).toMatchObject({ content: { text: '맨 처음' } })
  desktop.disconnect()
  expect(await desktop.flush()).toMatchObject({ content: { text: '맨 처음 하나' } })
})

test('a flush waits for what the restore of a backup has taken from the server', async () => {
  const server = createFakeServer({ title: '', text: '처음' })
  const phone = connect(server)
  await phone.flush()
  const backup = server.backUp()
  phone.edit({ text: [{ from: 2, to: 2, insert: ' 하나' }] })
  await phone.flush()
  server.restore(backup)
  phone.disconnect()
  expect(await phone.flush()).toMatchObject({ content: { text: '처음 하나' } })
  expect(server.content().text).toBe('처음 하나')
})

test('a change at many places is sent, as one replacement if need be', async () => {
  const before = '가나 '.repeat(700)
  const server = createFakeServer({ title: '', text: before })
  server.limitInsertions(500)
  const desktop = connect(server)
  await desktop.flush()
  const after = '가나다 '.repeat(700)
  desktop.edit({ text: diffText(before, after) })
  expect((await desktop.flush()).content.text).toBe(after)
  expect(server.content().text).toBe(after)
})
