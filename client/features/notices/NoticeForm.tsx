import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { FieldFrame } from '#client/ui/FieldFrame.tsx'
import { Message } from '#client/ui/Message.tsx'
import { TextArea, TextField } from '#client/ui/TextField.tsx'
import { NOTICE_CONTENT_MAX, NOTICE_TITLE_MAX } from '#protocol/limits.ts'
import { textLength } from '#protocol/normalization.ts'
import { hiddenNoticesQuery, useShownNotices } from './notices.queries.ts'
import type { NoticeDraft, NoticeFormState } from './useNoticeForm.ts'

const LENGTHS_MAX = { title: NOTICE_TITLE_MAX, content: NOTICE_CONTENT_MAX }

export function NoticeForm({ form }: { form: NoticeFormState }) {
  const [isConfirming, setConfirming] = useState(false)
  const { draft, outcome, change } = form
  const errorOf = (field: keyof typeof LENGTHS_MAX) => {
    if (outcome.invalidField !== field) return undefined
    const isTooLong = textLength(draft[field].trim()) > LENGTHS_MAX[field]
    return t(isTooLong ? 'notices.tooLong' : 'notices.checkText')
  }

  const listed = [...useShownNotices(), ...(useQuery(hiddenNoticesQuery).data ?? [])]
  const number = draft.number.trim()
  // A number alone is easily mistyped, so the question also names the title.
  const selectedNotice = listed.find(({ noticeNo }) => String(noticeNo) === number)
  const deletionQuestion = selectedNotice
    ? t('notices.deleteAskTitled', { number, title: selectedNotice.title })
    : t('notices.deleteAsk', { number })

  function loadTypedNumber(event: FormEvent) {
    event.preventDefault()
    form.loadTypedNumber()
  }

  function type(changes: Parameters<typeof change>[0]) {
    setConfirming(false)
    change(changes)
  }

  function confirmDeletion() {
    setConfirming(false)
    form.delete()
  }

  return (
    <div className="notice-form">
      <form className="notice-form__number" onSubmit={loadTypedNumber} noValidate>
        <TextField
          label={t('notices.number')}
          hint={t('notices.numberHint')}
          value={draft.number}
          onChange={number => type({ number })}
          inputMode="numeric"
          autoComplete="off"
          error={outcome.invalidField === 'number' ? t('notices.checkNumber') : undefined}
        />
        <Button type="submit" busy={form.pendingAction === 'wasRead'}>
          {t('notices.read')}
        </Button>
      </form>
      <DisplaySelect value={draft.display} onChange={display => type({ display })} />
      <TextField
        label={t('notices.noticeTitle')}
        hint={t('notices.titleHint')}
        max={LENGTHS_MAX.title}
        value={draft.title}
        onChange={title => type({ title })}
        autoComplete="off"
        error={errorOf('title')}
      />
      <TextArea
        label={t('notices.content')}
        hint={t('notices.contentHint')}
        max={LENGTHS_MAX.content}
        rows={3}
        value={draft.content}
        onChange={content => type({ content })}
        error={errorOf('content')}
      />
      <div className="notice-form__actions">
        <Button
          kind={number === '' ? 'primary' : 'plain'}
          busy={form.pendingAction === 'created'}
          onClick={form.create}
        >
          {t('notices.create')}
        </Button>
        <Button
          kind={number === '' ? 'plain' : 'primary'}
          busy={form.pendingAction === 'updated'}
          onClick={form.update}
        >
          {t('notices.update')}
        </Button>
        <Button
          kind="quiet-danger"
          busy={form.pendingAction === 'deleted'}
          onClick={() => form.validateDeletion(() => setConfirming(true))}
        >
          {t('common.delete')}
        </Button>
      </div>
      {isConfirming && (
        <Confirm
          question={deletionQuestion}
          confirmLabel={t('common.delete')}
          onConfirm={confirmDeletion}
          onCancel={() => setConfirming(false)}
        />
      )}
      <NoticeOutcome outcome={outcome} />
    </div>
  )
}

interface DisplaySelectProps {
  value: NoticeDraft['display']
  onChange: (value: NoticeDraft['display']) => void
}

/** Whether the notice is visible on the home screen. */
function DisplaySelect({ value, onChange }: DisplaySelectProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={t('notices.display')} length={0}>
      <select
        className="field__control"
        id={id}
        value={value}
        onChange={event => onChange(event.currentTarget.value === '1' ? '1' : '0')}
      >
        <option value="1">{t('notices.shown')}</option>
        <option value="0">{t('notices.hidden')}</option>
      </select>
    </FieldFrame>
  )
}

/** The result of the last action. */
function NoticeOutcome({ outcome: { done, failure } }: { outcome: NoticeFormState['outcome'] }) {
  return (
    <>
      <Message>{done && t(`notices.${done.what}`, { number: String(done.noticeNo) })}</Message>
      {failure && (
        <Message kind="error">
          {t('notices.failed')} {failureText(failure)}
        </Message>
      )}
    </>
  )
}
