import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createDocumentSync, type DocumentSync } from '#client/features/documents/documentSync.ts'
import type { DocumentReplica } from '#client/features/documents/localDocument.ts'
import { readContent } from '#protocol/document/content.ts'
import { saveDocument } from '#protocol/documents.ts'
import { encodeText } from '#protocol/encoding.ts'
import { getNote, updateNote } from '#protocol/notes.ts'
import { setSharedWriting, shareNote } from '#protocol/shares.ts'
import { compactDocument } from '#server/features/documents/documents.saving.service.ts'
import { docOf } from '#server/features/documents/documents.state.ts'
import { contentOf, emitWithReply, openDocument } from '#tests/support/documents.ts'
import { openTwoNodes } from '#tests/support/node.ts'
import { openSocket, type TestSocket } from '#tests/support/testSocket.ts'
import { makeHub, newUser, type TestUser, writeNote } from '#tests/support/users.ts'

/** A few sequences on every run; `npm run test:long` plays 5,000. */
const SEQUENCES = Number(process.env.DOCUMENT_SEQUENCES ?? 15)
const SEQUENCE_MS = 10_000
const { MODEL_SEED } = process.env
const SEED = MODEL_SEED === undefined ? { endOnFailure: true } : { seed: Number(MODEL_SEED) }

/** The first one of the block. */
const FIRST_SYLLABLE = '가'.charCodeAt(0)
/** Of the author and of a friend, each at two nodes. */
const TABS = 4
const isOfFriend = (index: number) => index >= 2

const { firstNode, secondNode } = await openTwoNodes()
const urls = [firstNode.url, secondNode.url]

interface Tab {
  index: number
  socket: TestSocket
  sync: DocumentSync
}

const tab = fc.nat(TABS - 1)
const kind = <Kind extends string>(...kinds: Kind[]) => fc.constantFrom(...kinds)
const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ kind: kind('type'), tab, at: fc.nat(), size: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: kind('erase'), tab, at: fc.nat(), size: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('save', 'saveElsewhere'), tab, at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('revoke', 'grant', 'grant'), tab }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('cut', 'connect', 'crash', 'crash', 'compact'), tab }) },
)
type Step = typeof step extends fc.Arbitrary<infer Made> ? Made : never
/** The steps of one moment run concurrently. */
const moments = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 })

/** Runs the steps on a new note. */
class Run {
  readonly author: TestUser
  readonly friend: TestUser
  readonly hubNo: number
  readonly noteNo: number
  tabs: Tab[] = []
  /** Tabs that have crashed and are not open again. */
  private readonly closed = new Set<number>()
  /** How often each syllable was typed. Each step types another one. */
  readonly typed = new Map<string, number>()
  /** Syllables of which some were erased, or that the friend typed too late. */
  readonly erased = new Set<string>()
  private readonly typedByFriend = new Set<string>()

  private constructor({
    author,
    friend,
    hubNo,
    noteNo,
  }: Pick<Run, 'author' | 'friend' | 'hubNo' | 'noteNo'>) {
    this.author = author
    this.friend = friend
    this.hubNo = hubNo
    this.noteNo = noteNo
  }

  static async start(): Promise<Run> {
    const [author, friend] = [await newUser(firstNode.url), await newUser(firstNode.url)]
    const hubNo = await makeHub(author, friend)
    const noteNo = await writeNote(author, '제목', 'first')
    await author.call(shareNote, { hubNo, noteNo })
    await author.call(setSharedWriting, { hubNo, noteNo, isOn: true })
    const run = new Run({ author, friend, hubNo, noteNo })
    for (let index = 0; index < TABS; index += 1) run.tabs.push(await run.openTab(index))
    return run
  }

  private async openTab(index: number, replica?: DocumentReplica): Promise<Tab> {
    const { token } = isOfFriend(index) ? this.friend : this.author
    const socket = await openSocket(urls[index % urls.length] ?? firstNode.url, token)
    const sync = createDocumentSync({
      subject: { noteNo: this.noteNo },
      ...(replica && { replica }),
      transport: {
        open: request => emitWithReply(socket, 'document:open', request),
        edit: request => emitWithReply(socket, 'document:edit', request),
      },
      onChange: () => undefined,
    })
    socket.onEvent(({ name, payload }) => {
      if (name === 'document:edited') sync.receiveEdited(payload)
      if (name === 'document:replaced') sync.receiveReplaced(payload)
      if (name === 'document:ended') sync.receiveEnded(payload)
    })
    socket.socket.on('connect', sync.reopen)
    socket.socket.on('disconnect', sync.disconnect)
    return { index, socket, sync }
  }

  async play(step: Step): Promise<void> {
    const opened = this.tabs[step.tab]
    if (opened === undefined || this.closed.has(step.tab)) return
    const { sync, socket } = opened
    const { length } = sync.content().text
    // An editor shows nothing before its document is known.
    const canType = sync.replica() !== null
    switch (step.kind) {
      case 'type': {
        if (!canType) return
        const at = step.at % (length + 1)
        const syllable = String.fromCodePoint(FIRST_SYLLABLE + this.typed.size)
        this.typed.set(syllable, step.size)
        if (isOfFriend(step.tab)) this.typedByFriend.add(syllable)
        sync.edit({ text: [{ from: at, to: at, insert: syllable.repeat(step.size) }] })
        return
      }
      case 'erase': {
        if (!canType || length === 0) return
        const from = step.at % length
        const to = Math.min(length, from + step.size)
        for (const syllable of sync.content().text.slice(from, to)) this.erased.add(syllable)
        sync.edit({ text: [{ from, to, insert: '' }] })
        return
      }
      case 'save':
        if (socket.socket.connected && sync.opened() !== null) await this.save(opened)
        return
      case 'revoke':
        return this.revoke()
      case 'grant':
        return this.grant()
      case 'saveElsewhere': {
        const { version, text: encoded } = await this.author.call(getNote, { noteNo: this.noteNo })
        const text = decodeURIComponent(encoded)
        const at = step.at % (text.length + 1)
        const changed = encodeText(`${text.slice(0, at)}<${step.at % 10}>${text.slice(at)}`)
        // Refused if the note was saved meanwhile.
        await this.author.request(updateNote, {
          noteNo: this.noteNo,
          version,
          title: '다른 곳',
          text: changed,
        })
        return
      }
      case 'cut':
        socket.socket.disconnect()
        return
      case 'connect':
        socket.socket.connect()
        return
      case 'crash': {
        const replica = sync.replica()
        sync.stop()
        socket.close()
        this.closed.add(step.tab)
        this.tabs[step.tab] = await this.openTab(step.tab, replica ?? undefined)
        this.closed.delete(step.tab)
        return
      }
      case 'compact': {
        const { documentId } = sync.opened() ?? {}
        if (documentId) await compactDocument(firstNode.app.context, this.author.userNo, documentId)
      }
    }
  }

  /** The friend's tabs end. What the server has not got by then is lost to the note. */
  private async revoke(): Promise<void> {
    await this.author.call(setSharedWriting, { hubNo: this.hubNo, noteNo: this.noteNo, isOn: false })
    const { documents } = firstNode.app.context.repositories
    const { document } = await documents.findByNote(this.noteNo)
    for (const tab of this.tabs.filter(({ index }) => isOfFriend(index) && !this.closed.has(index))) {
      this.closed.add(tab.index)
      tab.sync.stop()
      tab.socket.close()
    }
    const text = document ? readContent(docOf(document)).text : ''
    for (const syllable of this.typedByFriend)
      if (text.split(syllable).length - 1 !== this.typed.get(syllable)) this.erased.add(syllable)
  }

  private async grant(): Promise<void> {
    await this.author.call(setSharedWriting, { hubNo: this.hubNo, noteNo: this.noteNo, isOn: true })
    for (const index of [...this.closed].filter(isOfFriend)) {
      this.tabs[index] = await this.openTab(index)
      this.closed.delete(index)
    }
  }

  /** The tabs that can write. */
  openTabs(): Tab[] {
    return this.tabs.filter(({ index, sync }) => !this.closed.has(index) && sync.status().kind !== 'failed')
  }

  async save({ sync, index }: Tab): Promise<void> {
    if (isOfFriend(index)) {
      const { documentId } = sync.opened() ?? {}
      // Refused if the right has just ended.
      if (documentId) await this.friend.request(saveDocument, { documentId })
      return
    }
    const { title, text } = sync.content()
    const documentRevision = Math.max(1, sync.opened()?.revision ?? 1)
    await this.author.call(updateNote, {
      noteNo: this.noteNo,
      title,
      text: encodeText(text),
      documentRevision,
    })
  }

  async savedText(): Promise<string> {
    return decodeURIComponent((await this.author.call(getNote, { noteNo: this.noteNo })).text)
  }

  /** Connects all tabs and waits until the server has their changes and they have those of the server. */
  async settle(): Promise<void> {
    await this.grant()
    for (const { socket } of this.tabs) socket.socket.connect()
    const { documents } = firstNode.app.context.repositories
    await vi.waitUntil(
      async () => {
        const revisions = await Promise.all(this.openTabs().map(({ sync }) => sync.flush()))
        const { document } = await documents.findByNote(this.noteNo)
        return revisions.every(({ revision }) => revision === document?.revision)
      },
      { timeout: SEQUENCE_MS },
    )
  }

  end(): void {
    for (const { sync, socket } of this.tabs) {
      sync.stop()
      socket.close()
    }
  }
}

test('whatever two people type in several tabs, save, lose and repeat, all of them and the server end with one text', {
  timeout: SEQUENCES * SEQUENCE_MS,
}, async () => {
  await fc.assert(
    fc.asyncProperty(moments, async played => {
      const run = await Run.start()
      try {
        for (const moment of played) await Promise.all(moment.map(each => run.play(each)))
        await run.settle()
        const tabs = run.openTabs()
        expect(tabs.length).toBeGreaterThan(1)
        const contents = tabs.map(({ sync }) => sync.content())
        const stored = contentOf(
          await openDocument(run.tabs[0]?.socket as TestSocket, { noteNo: run.noteNo }),
        )
        expect(contents).toEqual(tabs.map(() => stored))
        const countOf = (syllable: string) => stored.text.split(syllable).length - 1
        for (const [syllable, count] of run.typed)
          if (!run.erased.has(syllable)) expect(countOf(syllable), syllable).toBe(count)
        await run.save(run.tabs[0] as Tab)
        expect(await run.savedText()).toBe(stored.text)
      } finally {
        run.end()
      }
    }),
    { numRuns: SEQUENCES, ...SEED },
  )
})
