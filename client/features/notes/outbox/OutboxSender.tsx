import { getDefaultStore, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { onDraftsChanged } from '#client/features/notes/editor/drafts/note.draftEvents.ts'
import { findLeftDrafts } from '#client/features/notes/editor/drafts/note.drafts.ts'
import { leftSavesEnded } from '#client/features/notes/editor/drafts/note.leaving.ts'
import { hold } from '#client/features/notes/editor/drafts/note.locks.ts'
import type { DeliveryCalls } from '#client/features/notes/editor/saving/note.delivery.ts'
import { deliveryCalls } from '#client/features/notes/editor/saving/note.deliveryCalls.ts'
import { editorOf } from '#client/features/notes/list/drafts.rules.ts'
import { useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { pendingPictures } from '#client/features/notes/pictures/picture.sending.ts'
import { connectionStateAtom } from '#client/live/connection.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { beforeSigningOut } from '#client/session/session.leaving.ts'
import { authAtom, authStatusAtom } from '#client/session/session.ts'
import { requireUser } from '#client/session/session.user.ts'
import { showToastAtom, type Toast } from '#client/ui/toasts.ts'
import { isWaiting } from './outbox.queue.ts'
import { createSender, type Tried } from './outbox.sender.ts'
import { sendOutbox } from './outbox.sending.ts'

/** A note that has waited so long although there is a connection is sent by no other tab, in milliseconds. */
const STUCK_AFTER_MS = 60_000

/** Sends, from whichever screen one is on, the notes whose saving was asked for without a line. Of all tabs one does. */
export function OutboxSender() {
  const { userNo } = useAtomValue(authAtom)
  const isSignedIn = useAtomValue(authStatusAtom) === 'signedIn'
  const showToast = useSetAtom(showToastAtom)
  const tellNotesChanged = useEffectEvent(useNotesChanged())

  useEffect(() => {
    if (!isSignedIn) return
    const calls = inTheNameOf(
      userNo,
      deliveryCalls(() => tellNotesChanged()),
    )
    const pictures = pendingPictures(userNo)
    const sender = createSender({
      find: () => findLeftDrafts(userNo),
      send: note => sendOutbox({ ...calls, settlePictures: pictures.settle }, note),
      onRested: tried => {
        for (const toast of toastsOf(tried)) showToast(toast)
      },
      now: Date.now,
    })
    const endings: (() => void)[] = []
    let isFollowing = false
    const looking = setInterval(() => void followIfStuck(), STUCK_AFTER_MS)
    const letGo = hold(`geulmaru-sender/${userNo}`, follow)

    /** The tab that holds the lock may be frozen. Sent by both, a note is still one note. */
    async function followIfStuck() {
      if (isFollowing || getDefaultStore().get(connectionStateAtom) !== 'connected') return
      const drafts = await findLeftDrafts(userNo)
      const isStuck = drafts.some(draft => isWaiting(draft) && draft.askedAt < Date.now() - STUCK_AFTER_MS)
      if (isStuck) follow()
    }

    function follow() {
      if (isFollowing) return
      isFollowing = true
      clearInterval(looking)
      const listening = new AbortController()
      window.addEventListener('online', () => void sender.wake(), listening)
      endings.push(
        () => listening.abort(),
        onDraftsChanged(() => void sender.look()),
        getDefaultStore().sub(connectionStateAtom, () => void sender.wake()),
        beforeSigningOut(() => leftSavesEnded().then(sender.wake)),
      )
      void sender.wake()
    }

    return () => {
      isFollowing = true
      clearInterval(looking)
      sender.stop()
      pictures.stop()
      for (const end of endings) end()
      // Nobody else sends before what is on its way has been answered.
      void sender.look().finally(letGo)
    }
  }, [isSignedIn, userNo, showToast])

  return null
}

/** Never with another person's note. */
function inTheNameOf(userNo: number, { post, update }: DeliveryCalls): DeliveryCalls {
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

function toastsOf(tried: readonly Tried[]): Toast[] {
  return tried.flatMap(({ note, outcome }): Toast[] => {
    const { title } = note
    if (outcome.kind === 'sent') {
      const link = { label: t('topics.openNote'), to: paths.note(outcome.noteNo) }
      return [{ text: t('notes.unsentSent', { title }), link }]
    }
    if (outcome.kind !== 'stuck') return []
    const { nowOn: noteNo } = outcome
    const to = editorOf(noteNo === undefined ? note : { ...note, subject: { ...note.subject, noteNo } })
    return [{ text: t('notes.unsentStuck', { title }), link: { label: t('notes.unsentShow'), to } }]
  })
}
