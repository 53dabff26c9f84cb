import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtom, useSetAtom, useStore } from 'jotai'
import { useRef, useState } from 'react'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { keptViewStateAtom } from '#client/session/viewState.ts'
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

/** What the form holds, as it is typed. */
export interface NoticeDraft {
  number: string
  display: '0' | '1'
  /** The number of the notice that was read into the form; of any other only the server knows how it is displayed. */
  readNo: string | null
  isDisplayChosen: boolean
  title: string
  content: string
}

type Checked = 'number' | 'title' | 'content'
type Done = 'wasRead' | 'created' | 'updated' | 'deleted'

/** A field, its rule and what is in it. */
type Check = [Checked, z.ZodType, unknown]

interface Sending {
  what: Done
  send: () => Promise<{ noticeNo: number }>
}

const empty: NoticeDraft = {
  number: '',
  display: '1',
  readNo: null,
  isDisplayChosen: false,
  title: '',
  content: '',
}
/** What is unfinished outlasts its screen and a reload of the tab. */
const draftAtom = keptViewStateAtom(empty, 'notice_draft')
const NOTHING = { rejected: null, done: null, failure: null }

interface Outcome {
  /** The field to be checked. */
  rejected: Checked | null
  /** What was done, and with which notice. */
  done: { what: Done; noticeNo: number } | null
  failure: Error | null
}

/** The administrators' form: reading fills it, and it is empty again after everything that was done. */
export function useNoticeForm() {
  const [draft, setDraft] = useAtom(draftAtom)
  const store = useStore()
  const showToast = useSetAtom(showToastAtom)
  /** What the form held as it was read. */
  const asRead = useRef<NoticeDraft>(empty)
  const cache = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome>(NOTHING)
  const noticeNo = () => Number(draft.number.trim())

  function change(changes: Partial<NoticeDraft>) {
    const chosen = changes.display === undefined ? {} : { isDisplayChosen: true }
    setDraft(before => ({ ...before, ...changes, ...chosen }))
    setOutcome(NOTHING)
  }

  /** The form is emptied only once it is done: what failed can be sent again as it is. */
  const sending = useMutation({
    mutationFn: ({ send }: Sending) => send(),
    onMutate: () => setOutcome(NOTHING),
    onSuccess({ noticeNo }, { what }) {
      setDraft(empty)
      setOutcome({ ...NOTHING, done: { what, noticeNo } })
    },
    onError: failure => setOutcome({ ...NOTHING, failure }),
    onSettled: () => void cache.invalidateQueries(hiddenNoticesQuery),
  })
  const reading = useMutation({
    mutationFn: (wanted: number) => callApi(getNotice, { noticeNo: wanted }),
    onMutate: () => setOutcome(NOTHING),
    onSuccess({ display, title, content }, wanted) {
      const number = String(wanted)
      const before = store.get(draftAtom)
      const hasWritten = before !== asRead.current && (before.title !== '' || before.content !== '')
      asRead.current = {
        number,
        display: display === 1 ? '1' : '0',
        readNo: number,
        isDisplayChosen: false,
        title,
        content,
      }
      setDraft(asRead.current)
      if (hasWritten)
        showToast({
          text: t('notices.wasReplaced'),
          action: { label: t('common.undo'), run: () => setDraft(before) },
        })
      setOutcome({ ...NOTHING, done: { what: 'wasRead', noticeNo: wanted } })
    },
    onError(failure) {
      // Whoever is not heard, or signed out meanwhile, keeps what is written.
      if (!isNoSuchNotice(failure)) return setOutcome({ ...NOTHING, failure })
      setDraft(empty)
      setOutcome({ ...NOTHING, rejected: 'number' })
    },
  })
  const isBusy = sending.isPending || reading.isPending

  /** Does it if the fields are right; else says which is not. */
  function provided(checks: Check[], act: () => void) {
    if (isBusy) return
    const rejected = checks.find(([, field, value]) => !field.safeParse(value).success)?.[0] ?? null
    if (rejected === null) act()
    else setOutcome({ ...NOTHING, rejected })
  }
  const { display, title, content: written } = draft
  const text = { display, title, content: written }
  const number: Check = ['number', noticeNoField, draft.number.trim()]
  const content: Check = ['content', noticeContentField, draft.content]

  /** Whoever has neither read the notice nor chosen its display leaves that as it is: a hidden one is not shown by accident. */
  async function displayOfUpdated(): Promise<'0' | '1'> {
    if (draft.isDisplayChosen || draft.readNo === draft.number.trim()) return draft.display
    const now = await callApi(getNotice, { noticeNo: noticeNo() })
    return now.display === 1 ? '1' : '0'
  }

  const send = (what: Done, call: Sending['send']) => () => sending.mutate({ what, send: call })

  return {
    draft,
    outcome,
    change,
    /** What is under way. */
    doing: reading.isPending ? 'wasRead' : sending.isPending ? sending.variables.what : null,
    read: (wanted: number) => provided([], () => reading.mutate(wanted)),
    readTyped: () => provided([number], () => reading.mutate(noticeNo())),
    create: () =>
      provided(
        [['title', noticeTitleField, draft.title], content],
        send('created', () => callApi(createNotice, text)),
      ),
    update: () =>
      provided(
        [number, ['title', changedNoticeTitleField, draft.title], content],
        send('updated', async () => {
          const known = { ...text, noticeNo: noticeNo() }
          return callApi(updateNotice, { ...known, display: await displayOfUpdated() })
        }),
      ),
    /** Calls `ask` when there is a number to ask about. */
    askToDelete: (ask: () => void) => provided([number], ask),
    delete: () =>
      provided(
        [number],
        send('deleted', () => callApi(deleteNotice, { noticeNo: noticeNo() })),
      ),
  }
}

function isNoSuchNotice(failure: Error): boolean {
  return failure instanceof CallFailed && (failure.code === 'notFound' || failure.code === 'invalid')
}

export type NoticeFormState = ReturnType<typeof useNoticeForm>
