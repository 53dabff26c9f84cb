import { useQueryClient } from '@tanstack/react-query'
import { getDefaultStore, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { findFreeCopies, onCopiesChanged } from '#client/features/documents/documentStore.ts'
import { holdLock } from '#client/features/documents/locks.ts'
import { isUnsent, type StoredDocument } from '#client/features/documents/storedDocument.ts'
import { toSaveFailure } from '#client/features/documents/unsaved.ts'
import { createDraftUploads } from '#client/features/notes/attachments/picture.uploads.ts'
import { useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { connectionStateAtom } from '#client/live/connection.ts'
import { onEvent } from '#client/live/eventBus.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { registerBeforeSignOut } from '#client/session/session.beforeSignOut.ts'
import { authAtom, authStatusAtom } from '#client/session/session.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { createSaveCalls } from './saveCalls.ts'

/** The server may recover without any event, in milliseconds. */
const RETRY_MS = 15_000
/** The tab that has the lock may be frozen. Sending is idempotent, so two senders do no harm. In milliseconds. */
const STUCK_MS = 60_000

/** The oldest requested save first, then what was only typed. */
const byRequest = (one: StoredDocument, other: StoredDocument) =>
  (one.saveRequestedAt ?? Number.MAX_SAFE_INTEGER) - (other.saveRequestedAt ?? Number.MAX_SAFE_INTEGER)

/**
 * Sends what this device has and the server lacks, repeats requested saves, and deletes copies that were saved elsewhere, in one tab of
 * the browser.
 */
export function DocumentSender() {
  const { userNo } = useAtomValue(authAtom)
  const isSignedIn = useAtomValue(authStatusAtom) === 'signedIn'
  const cache = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  const notifyNotesChanged = useEffectEvent(useNotesChanged())

  useEffect(() => {
    if (!isSignedIn) return
    const store = getDefaultStore()
    const calls = createSaveCalls(userNo, cache, () => notifyNotesChanged())
    const pictures = createDraftUploads(userNo)
    /** Until something changes, what was tried is not tried again. */
    const tried = new Set<string>()
    /** Documents that any tab or device has saved since. Opening one deletes its copy if that was saved. */
    const savedDocuments = new Set<string>()
    /** Copies whose saves cannot succeed, as the user was told. */
    const refused = new Set<string>()
    const cleanups: (() => void)[] = []
    let running: Promise<void> | null = null
    let runsAgain = false
    let isStarted = false
    let isStopped = false

    /** Returns the number of the saved note; null if nothing was saved. */
    async function sendOne(copy: StoredDocument): Promise<number | null> {
      const { sendCopy } = await import('./sendCopy.ts')
      const { noteNo, error } = await sendCopy({ userNo, copy, calls, uploadPictures: pictures.uploadAll })
      if (toSaveFailure(error, copy.noteNo) !== null && !refused.has(copy.copyId)) reportFailure(copy)
      return noteNo
    }

    function reportFailure({ copyId, content: { title }, noteNo, topicNo, documentId }: StoredDocument) {
      refused.add(copyId)
      const to = noteNo !== null ? paths.updateNote(noteNo) : paths.draft(topicNo, documentId)
      showToast({ text: t('notes.unsentStuck', { title }), link: { label: t('notes.unsentShow'), to } })
    }

    async function sendAll(): Promise<void> {
      for (const { copyId } of (await findFreeCopies(userNo)).toSorted(byRequest)) {
        if (isStopped || store.get(connectionStateAtom) !== 'connected') return
        // An editor may have changed, saved or opened it while others were sent.
        const copy = (await findFreeCopies(userNo)).find(each => each.copyId === copyId)
        if (copy === undefined || refused.has(copyId)) continue
        const key = `${copyId} ${copy.keptAt}`
        if (hasToBeSent(copy) ? tried.has(key) : !savedDocuments.delete(copy.documentId)) continue
        tried.add(key)
        const noteNo = await sendOne(copy)
        if (noteNo === null) continue
        const { title } = copy.content
        showToast({
          text: t('notes.unsentSent', { title }),
          link: { label: t('topics.openNote'), to: paths.note(noteNo) },
        })
      }
    }

    function send(): Promise<void> {
      running ??= sendAll().finally(() => {
        running = null
        if (runsAgain) void retry()
      })
      return running
    }

    /** What is being sent may fail for a reason that has just passed, so everything is tried again afterwards. */
    function retry(): Promise<void> {
      runsAgain = running !== null
      tried.clear()
      return send()
    }

    function start(): void {
      if (isStarted || isStopped) return
      isStarted = true
      const timer = setInterval(() => navigator.onLine && void retry(), RETRY_MS)
      const aborter = new AbortController()
      window.addEventListener('online', () => void retry(), aborter)
      cleanups.push(
        () => clearInterval(timer),
        () => aborter.abort(),
        onCopiesChanged(() => void send()),
        onEvent('document:saved', ({ documentId }) => {
          savedDocuments.add(documentId)
          void retry()
        }),
        store.sub(connectionStateAtom, () => void retry()),
        registerBeforeSignOut(retry),
      )
      void retry()
    }

    const release = holdLock(`geulmaru-sender/${userNo}`, start)
    const stuckTimer = setInterval(async () => {
      const waiting = isStarted ? [] : (await findFreeCopies(userNo)).filter(hasToBeSent)
      if (waiting.some(({ keptAt }) => keptAt < Date.now() - STUCK_MS)) start()
    }, STUCK_MS)
    return () => {
      isStopped = true
      clearInterval(stuckTimer)
      pictures.stop()
      for (const cleanUp of cleanups) cleanUp()
      // Hold the lock until the running request has ended.
      void Promise.resolve(running).finally(release)
    }
  }, [isSignedIn, userNo, cache, showToast])

  return null
}

const hasToBeSent = (copy: StoredDocument) =>
  !copy.isForeign && (isUnsent(copy) || copy.saveRequestedAt !== null)
