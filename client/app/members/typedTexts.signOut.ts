import type { Outboxes } from '#client/features/comments/comments.outbox.ts'
import type { LongText } from '#client/features/notes/attachments/longText.state.ts'
import type { NoticeDraft } from '#client/features/notices/useNoticeForm.ts'
import { t } from '#client/platform/language/language.ts'
import { registerUnsentCheck } from '#client/session/session.beforeSignOut.ts'
import type { Texts } from '#client/session/usePersistedText.ts'
import { readPersistedTexts, type TextKey } from '#client/session/viewState.ts'

/** The stored values by key. */
interface StoredTexts extends Record<TextKey, object> {
  answers: Texts
  long_text: LongText
  notice_draft: NoticeDraft
  opinion: { opinion: string }
  report_outcomes: Texts
  unsentComments: Outboxes
}

/** Count the texts that the user has typed and not sent. */
const COUNT: { [Key in TextKey]: (value: StoredTexts[Key]) => number } = {
  answers: countTexts,
  // Has a sentence of its own: `trialDraft.signOut.ts`.
  carried_text: () => 0,
  long_text: ({ text }) => countTexts([text]),
  notice_draft: ({ title, content }) => countTexts([title + content]),
  opinion: countTexts,
  report_outcomes: countTexts,
  // Comments being sent have a sentence of their own: `comments.unsentCheck.ts`.
  unsentComments: outboxes =>
    Object.values(outboxes).reduce(
      (sum, { text, edits }) => sum + countTexts([text, ...Object.values(edits)]),
      0,
    ),
}

function countTexts(texts: object): number {
  return Object.values(texts).filter(text => text.trim() !== '').length
}

function countStored<Key extends TextKey>(key: Key): number {
  const stored = readPersistedTexts(key)
  return stored === null ? 0 : COUNT[key](stored as StoredTexts[Key])
}

/** Signing out discards what was typed in forms and comment boxes, so the dialog tells how many texts there are. */
registerUnsentCheck(async () => {
  const count = (Object.keys(COUNT) as TextKey[]).reduce((sum, key) => sum + countStored(key), 0)
  return count === 0 ? null : t('accounts.typedAtLeaving', { count })
})
