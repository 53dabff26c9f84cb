import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useNavigate } from 'react-router'
import { storeCopyForEditor } from '#client/features/documents/documentStore.ts'
import { createCopy } from '#client/features/documents/storedDocument.ts'
import { topicKeys } from '#client/features/topics/topics.queries.ts'
import { paths } from '#client/paths.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { ifStillHere } from '#client/platform/router/navigation.tsx'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { Column } from '#client/ui/Column.tsx'
import { Message } from '#client/ui/Message.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import { EMPTY_TRIAL_DRAFT, type TrialDraft, trialDraftAtom } from './trialDraft.state.ts'
import './trialDraft.css'

/** Shown on every screen after a visitor with a trial draft has signed in, until the user saves or discards it. */
export function TrialDraftOffer() {
  const [trialDraft, setTrialDraft] = useAtom(trialDraftAtom)
  const save = useSaveTrialDraft()
  const showToast = useSetAtom(showToastAtom)

  function discard() {
    setTrialDraft(EMPTY_TRIAL_DRAFT)
    showToast({
      text: t('notes.draftDiscarded'),
      action: { label: t('common.undo'), run: () => setTrialDraft(trialDraft) },
    })
  }

  return (
    <aside className="trial-draft-offer no-print" aria-label={t('trialDraft.label')}>
      <Column>
        <div className="trial-draft-offer__row">
          <p className="trial-draft-offer__text">
            <strong>{t('trialDraft.label')}</strong>{' '}
            {trialDraft.title.trim() || trialDraft.text.trim().slice(0, 80)}
          </p>
          <Button kind="quiet" disabled={save.isPending} onClick={discard}>
            {t('notes.draftDiscard')}
          </Button>
          <Button kind="primary" busy={save.isPending} onClick={() => save.mutate(trialDraft)}>
            {t('trialDraft.take')}
          </Button>
        </div>
        {save.error && <Message kind="error">{failureText(save.error)}</Message>}
      </Column>
    </aside>
  )
}

/** Saves the trial draft as a draft in a topic for trial drafts, and opens it in the editor. */
function useSaveTrialDraft() {
  const { userNo } = useAtomValue(authAtom)
  const setTrialDraft = useSetAtom(trialDraftAtom)
  const cache = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    async mutationFn({ title, text }: TrialDraft) {
      const topicNo = await findOrCreateTopic()
      const requestKey = makeRequestKey()
      // If the device cannot store it, the page keeps it in memory and the editor says so.
      await storeCopyForEditor(
        createCopy({ userNo, topicNo, documentId: requestKey, content: { title, text } }),
      )
      return paths.draft(topicNo, requestKey)
    },
    onMutate: () => ifStillHere((address: string) => void navigate(address)),
    onSuccess(address, _, navigateTo) {
      setTrialDraft(EMPTY_TRIAL_DRAFT)
      void cache.invalidateQueries({ queryKey: topicKeys.all })
      navigateTo(address)
    },
  })
}

async function findOrCreateTopic(): Promise<number> {
  const title = t('trialDraft.topic')
  const { subjects } = await callApi(getTopics, { itemsPerPage: ITEMS_PER_PAGE_MAX })
  const existing = subjects.find(topic => topic.title === title)
  if (existing) return existing.subjectNo
  const created = await callApi(createTopic, { title, itemsPerPage: 1 })
  return created.subjects[0]?.subjectNo ?? 0
}
