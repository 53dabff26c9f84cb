import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useNavigate } from 'react-router'
import { keepDraft } from '#client/features/notes/editor/drafts/note.drafts.ts'
import { topicKeys } from '#client/features/topics/topics.queries.ts'
import { paths } from '#client/paths.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { t } from '#client/platform/language/language.ts'
import { ifStillHere } from '#client/platform/router/ifStillHere.ts'
import { authAtom } from '#client/session/session.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import { NOTHING_WRITTEN, type TrialDraft, trialDraftAtom } from './trialDraft.state.ts'

/** Makes the carried text a draft in a topic of its own, and leads to its editor. */
export function useSaveTrialDraft() {
  const { userNo } = useAtomValue(authAtom)
  const setTrialDraft = useSetAtom(trialDraftAtom)
  const cache = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    async mutationFn({ title, text }: TrialDraft) {
      const topicNo = await topicOfFirstWords()
      const requestKey = makeRequestKey()
      const draft = { title, text, version: 0, requestKey, topicNo, keptAt: Date.now(), unanswered: [] }
      // Where the device keeps nothing, the page holds it, and its editor says so.
      await keepDraft({ userNo, topicNo, requestKey }, draft)
      return paths.draft(topicNo, requestKey)
    },
    onMutate: () => ifStillHere((address: string) => void navigate(address)),
    onSuccess(address, _, leadTo) {
      setTrialDraft(NOTHING_WRITTEN)
      void cache.invalidateQueries({ queryKey: topicKeys.all })
      leadTo(address)
    },
  })
}

async function topicOfFirstWords(): Promise<number> {
  const title = t('trialDraft.topic')
  const { subjects } = await callApi(getTopics, { itemsPerPage: ITEMS_PER_PAGE_MAX })
  const known = subjects.find(topic => topic.title === title)
  if (known) return known.subjectNo
  const made = await callApi(createTopic, { title, itemsPerPage: 1 })
  return made.subjects[0]?.subjectNo ?? 0
}
