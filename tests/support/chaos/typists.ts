import { vi } from 'vitest'
import { createDocumentSync, type DocumentSync } from '#client/features/documents/documentSync.ts'
import { setSharedWriting } from '#protocol/shares.ts'
import { emitWithReply } from '#tests/support/documents.ts'
import { openSocket } from '#tests/support/testSocket.ts'
import type { TestUser } from '#tests/support/users.ts'

const TYPE_MS = 150
/** As many fit into a note, beside its text. */
const LETTERS_MAX = 4_000
const RECONNECT_MS = 250
/** The first of a block of letters, none of which is in the note. */
const FIRST_LETTER = '一'.charCodeAt(0)

/** What the typists have typed, each letter once, and what all of them see in the end. */
export interface TypedText {
  typed: string[]
  contents: string[]
}

interface Typist {
  sync: DocumentSync
  close: () => void
}

/**
 * Two people type into one note, one letter after the other, through all faults. Returns the function that stops them, which resolves
 * once the server has everything and both see it.
 */
export async function startTypists(
  url: string,
  { author, friend, hubNo, noteNo }: { author: TestUser; friend: TestUser; hubNo: number; noteNo: number },
  typeForS: number,
): Promise<(timeoutMs: number) => Promise<TypedText>> {
  await author.call(setSharedWriting, { hubNo, noteNo, isOn: true })
  const typists = await Promise.all([author, friend].map(({ token }) => startTypist(url, token, noteNo)))
  const typed: string[] = []
  const timer = setInterval(
    () => {
      for (const { sync } of typists) {
        if (sync.opened() === null) continue
        const letter = String.fromCharCode(FIRST_LETTER + typed.length)
        typed.push(letter)
        const { length } = sync.content().text
        sync.edit({ text: [{ from: length, to: length, insert: letter }] })
      }
    },
    Math.max(TYPE_MS, (typeForS * 1_000 * typists.length) / LETTERS_MAX),
  )

  return async timeoutMs => {
    clearInterval(timer)
    const seen = () => typists.map(({ sync }) => sync.content().text)
    const isComplete = () =>
      typists.every(({ sync }) => sync.status().kind === 'synced') && new Set(seen()).size === 1
    await vi.waitUntil(isComplete, { timeout: timeoutMs })
    const contents = seen()
    for (const { close } of typists) close()
    return { typed, contents }
  }
}

async function startTypist(url: string, token: string, noteNo: number): Promise<Typist> {
  const tab = await openSocket(url, token)
  const sync = createDocumentSync({
    subject: { noteNo },
    transport: {
      open: request => emitWithReply(tab, 'document:open', request),
      edit: request => emitWithReply(tab, 'document:edit', request),
    },
    onChange: () => undefined,
  })
  tab.onEvent(({ name, payload }) => {
    if (name === 'document:edited') sync.receiveEdited(payload)
    if (name === 'document:replaced') sync.receiveReplaced(payload)
    if (name === 'sync:needed') sync.reopen()
  })
  let isClosed = false
  const connectLater = () => setTimeout(() => !isClosed && tab.socket.connect(), RECONNECT_MS)
  tab.socket.on('disconnect', () => {
    sync.disconnect()
    connectLater()
  })
  tab.socket.on('connect_error', connectLater)
  tab.socket.on('connect', sync.reopen)
  return {
    sync,
    close() {
      isClosed = true
      sync.stop()
      tab.close()
    },
  }
}
