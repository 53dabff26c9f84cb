import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtom, useSetAtom, useStore } from 'jotai'
import { useRef, useState } from 'react'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { persistedViewStateAtom } from '#client/session/viewState.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import {
  changedNoticeTitleField,
  createNotice,
  deleteNotice,
  getNotice,
  noticeContentField,
  noticeNoField,
  noticeTitleField,
  updateNotice,
} from '#protocol/notices.ts'
import type { z } from '#protocol/schema.ts'
import { hiddenNoticesQuery } from './notices.queries.ts'

export interface NoticeDraft {
  number: string
  display: '0' | '1'
  /** The number of the loaded notice. For any other number only the server knows whether it is visible. */
  loadedNo: string | null
  isDisplayChosen: boolean
  title: string
  content: string
}

type CheckedField = 'number' | 'title' | 'content'
type CompletedAction = 'wasRead' | 'created' | 'updated' | 'deleted'

/** A field, its schema and its value. */
type Check = [CheckedField, z.ZodType, unknown]

interface Submission {
  what: CompletedAction
  draft: NoticeDraft
  send: () => Promise<{ noticeNo: number }>
}

const EMPTY_DRAFT: NoticeDraft = {
  number: '',
  display: '1',
  loadedNo: null,
  isDisplayChosen: false,
  title: '',
  content: '',
}
/** The draft survives navigation and reloads of the tab. */
const draftAtom = persistedViewStateAtom(EMPTY_DRAFT, 'notice_draft')
const NO_OUTCOME = { invalidField: null, done: null, failure: null }

interface Outcome {
  /** The invalid field. */
  invalidField: CheckedField | null
  done: { what: CompletedAction; noticeNo: number } | null
  failure: Error | null
}

/** The form of administrators. Loading a notice fills it; it is cleared after each success. */
export function useNoticeForm() {
  const [draft, setDraft] = useAtom(draftAtom)
  const store = useStore()
  const showToast = useSetAtom(showToastAtom)
  /** The form as of loading. */
  const loadedDraft = useRef<NoticeDraft>(EMPTY_DRAFT)
  const cache = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome>(NO_OUTCOME)
  const typedNoticeNo = () => Number(draft.number.trim())

  function change(changes: Partial<NoticeDraft>) {
    const displayChange = changes.display === undefined ? {} : { isDisplayChosen: true }
    setDraft(current => ({ ...current, ...changes, ...displayChange }))
    setOutcome(NO_OUTCOME)
  }

  /** The form is cleared only on success, so that a failed submission can be repeated, and unless it has changed since. */
  const sendMutation = useMutation({
    mutationFn: ({ send }: Submission) => send(),
    onMutate: () => setOutcome(NO_OUTCOME),
    onSuccess({ noticeNo }, { what, draft: sent }) {
      setDraft(current => (current === sent ? EMPTY_DRAFT : current))
      setOutcome({ ...NO_OUTCOME, done: { what, noticeNo } })
    },
    onError: failure => setOutcome({ ...NO_OUTCOME, failure }),
    onSettled: () => void cache.invalidateQueries(hiddenNoticesQuery),
  })
  const loadMutation = useMutation({
    mutationFn: (noticeNo: number) => callApi(getNotice, { noticeNo }),
    onMutate: () => setOutcome(NO_OUTCOME),
    onSuccess({ display, title, content }, noticeNo) {
      const number = String(noticeNo)
      const previous = store.get(draftAtom)
      const hasUnsavedText =
        previous !== loadedDraft.current && (previous.title !== '' || previous.content !== '')
      loadedDraft.current = {
        number,
        display: display === 1 ? '1' : '0',
        loadedNo: number,
        isDisplayChosen: false,
        title,
        content,
      }
      setDraft(loadedDraft.current)
      if (hasUnsavedText)
        showToast({
          text: t('notices.wasReplaced'),
          action: { label: t('common.undo'), run: () => setDraft(previous) },
        })
      setOutcome({ ...NO_OUTCOME, done: { what: 'wasRead', noticeNo } })
    },
    onError(failure) {
      // Keep the form if the request failed for another reason, such as no connection or an ended session.
      if (!isNoSuchNotice(failure)) return setOutcome({ ...NO_OUTCOME, failure })
      setDraft(EMPTY_DRAFT)
      setOutcome({ ...NO_OUTCOME, invalidField: 'number' })
    },
  })
  const isBusy = sendMutation.isPending || loadMutation.isPending

  /** Runs the action if all fields are valid; otherwise marks the first invalid one. */
  function ifValid(checks: Check[], act: () => void) {
    if (isBusy) return
    const invalidField = checks.find(([, field, value]) => !field.safeParse(value).success)?.[0] ?? null
    if (invalidField === null) act()
    else setOutcome({ ...NO_OUTCOME, invalidField })
  }
  const { display, title, content: body } = draft
  const text = { display, title, content: body }
  const number: Check = ['number', noticeNoField, draft.number.trim()]
  const content: Check = ['content', noticeContentField, draft.content]

  /**
   * Keeps the visibility on the server unless the notice was loaded or the user chose one, so that a hidden
   * notice is not shown by accident.
   */
  async function resolveDisplay(): Promise<'0' | '1'> {
    if (draft.isDisplayChosen || draft.loadedNo === draft.number.trim()) return draft.display
    const notice = await callApi(getNotice, { noticeNo: typedNoticeNo() })
    return notice.display === 1 ? '1' : '0'
  }

  const send = (what: CompletedAction, call: Submission['send']) => () =>
    sendMutation.mutate({ what, draft, send: call })

  return {
    draft,
    outcome,
    change,
    pendingAction: loadMutation.isPending
      ? 'wasRead'
      : sendMutation.isPending
        ? sendMutation.variables.what
        : null,
    load: (noticeNo: number) => ifValid([], () => loadMutation.mutate(noticeNo)),
    loadTypedNumber: () => ifValid([number], () => loadMutation.mutate(typedNoticeNo())),
    create: () =>
      ifValid(
        [['title', noticeTitleField, draft.title], content],
        send('created', () => callApi(createNotice, text)),
      ),
    update: () =>
      ifValid(
        [number, ['title', changedNoticeTitleField, draft.title], content],
        send('updated', async () => {
          const update = { ...text, noticeNo: typedNoticeNo() }
          return callApi(updateNotice, { ...update, display: await resolveDisplay() })
        }),
      ),
    /** Calls `ask` if the number is valid. */
    validateDeletion: (ask: () => void) => ifValid([number], ask),
    delete: () =>
      ifValid(
        [number],
        send('deleted', () => callApi(deleteNotice, { noticeNo: typedNoticeNo() })),
      ),
  }
}

function isNoSuchNotice(failure: Error): boolean {
  return failure instanceof CallFailed && (failure.code === 'notFound' || failure.code === 'invalid')
}

export type NoticeFormState = ReturnType<typeof useNoticeForm>
