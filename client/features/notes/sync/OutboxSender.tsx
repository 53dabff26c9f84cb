import { getDefaultStore, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { createDraftUploads } from '#client/features/notes/attachments/picture.uploads.ts'
import { draftEditorPath } from '#client/features/notes/list/unsavedDrafts.ts'
import { useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { onDraftsChanged } from '#client/features/notes/sync/note.draftEvents.ts'
import { findUnlockedDrafts } from '#client/features/notes/sync/note.drafts.ts'
import { holdLock } from '#client/features/notes/sync/note.locks.ts'
import { waitForPendingSaves } from '#client/features/notes/sync/note.pendingSaves.ts'
import { createNoteCalls, type NoteCalls } from '#client/features/notes/sync/note.upload.ts'
import { connectionStateAtom } from '#client/live/connection.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { registerBeforeSignOut } from '#client/session/session.beforeSignOut.ts'
import { authAtom, authStatusAtom } from '#client/session/session.ts'
import { requireUser } from '#client/session/session.user.ts'
import { showToastAtom, type Toast } from '#client/ui/toasts.ts'
import { createOutboxSender, isReadyToSend, type SendAttempt, sendOutboxNote } from './outbox.sender.ts'

/** If a note waits this long while connected, the tab that holds the lock does not send it. In milliseconds. */
const STUCK_MS = 60_000

/** Sends queued notes in the background, in one tab of the browser. */
export function OutboxSender() {
  const { userNo } = useAtomValue(authAtom)
  const isSignedIn = useAtomValue(authStatusAtom) === 'signedIn'
  const showToast = useSetAtom(showToastAtom)
  const notifyNotesChanged = useEffectEvent(useNotesChanged())

  useEffect(() => {
    if (!isSignedIn) return
    const calls = forUser(
      userNo,
      createNoteCalls(() => notifyNotesChanged()),
    )
    const pictures = createDraftUploads(userNo)
    const sender = createOutboxSender({
      findDrafts: () => findUnlockedDrafts(userNo),
      send: note => sendOutboxNote({ ...calls, uploadPictures: pictures.uploadAll }, note),
      onIdle: attempts => {
        for (const toast of createToasts(attempts)) showToast(toast)
      },
      now: Date.now,
    })
    const cleanups: (() => void)[] = []
    let isStarted = false
    const stuckTimer = setInterval(() => void startIfStuck(), STUCK_MS)
    const release = holdLock(`geulmaru-sender/${userNo}`, start)

    /** The tab that holds the lock may be frozen. Sending is idempotent, so two senders do no harm. */
    async function startIfStuck() {
      if (isStarted || getDefaultStore().get(connectionStateAtom) !== 'connected') return
      const drafts = await findUnlockedDrafts(userNo)
      const isStuck = drafts.some(draft => isReadyToSend(draft) && draft.askedAt < Date.now() - STUCK_MS)
      if (isStuck) start()
    }

    function start() {
      if (isStarted) return
      isStarted = true
      clearInterval(stuckTimer)
      const aborter = new AbortController()
      window.addEventListener('online', () => void sender.retryNow(), aborter)
      cleanups.push(
        () => aborter.abort(),
        onDraftsChanged(() => void sender.check()),
        getDefaultStore().sub(connectionStateAtom, () => void sender.retryNow()),
        registerBeforeSignOut(() => waitForPendingSaves().then(sender.retryNow)),
      )
      void sender.retryNow()
    }

    return () => {
      isStarted = true
      clearInterval(stuckTimer)
      sender.stop()
      pictures.stop()
      for (const cleanUp of cleanups) cleanUp()
      // Hold the lock until the running request has ended.
      void sender.check().finally(release)
    }
  }, [isSignedIn, userNo, showToast])

  return null
}

/** Rejects calls after another user has signed in. */
function forUser(userNo: number, { post, update }: NoteCalls): NoteCalls {
  return {
    async post(input) {
      requireUser(userNo)
      return post(input)
    },
    async update(input) {
      requireUser(userNo)
      return update(input)
    },
  }
}

function createToasts(attempts: readonly SendAttempt[]): Toast[] {
  return attempts.flatMap(({ note, outcome }): Toast[] => {
    const { title } = note
    if (outcome.kind === 'sent') {
      const link = { label: t('topics.openNote'), to: paths.note(outcome.noteNo) }
      return [{ text: t('notes.unsentSent', { title }), link }]
    }
    if (outcome.kind !== 'stuck') return []
    const { existingNoteNo: noteNo } = outcome
    const to = draftEditorPath(
      noteNo === undefined ? note : { ...note, subject: { ...note.subject, noteNo } },
    )
    return [{ text: t('notes.unsentStuck', { title }), link: { label: t('notes.unsentShow'), to } }]
  })
}
