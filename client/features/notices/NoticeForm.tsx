import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { TextArea } from '#client/ui/TextArea.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { NOTICE_CONTENT_MAX, NOTICE_TITLE_MAX } from '#protocol/limits.ts'
import { DisplaySelect } from './DisplaySelect.tsx'
import { NoticeOutcome } from './NoticeOutcome.tsx'
import { useShownNotices } from './notices.live.ts'
import { hiddenNoticesQuery } from './notices.queries.ts'
import type { NoticeFormState } from './useNoticeForm.ts'

export function NoticeForm({ form }: { form: NoticeFormState }) {
  const [asks, setAsks] = useState(false)
  const { draft, outcome, change } = form
  const checkText = (field: 'title' | 'content') =>
    outcome.rejected === field ? t('notices.checkText') : undefined

  const listed = [...useShownNotices(), ...(useQuery(hiddenNoticesQuery).data ?? [])]
  const number = draft.number.trim()
  // A number alone is soon mistyped, and does not say what goes.
  const meant = listed.find(({ noticeNo }) => String(noticeNo) === number)
  const deletionQuestion = meant
    ? t('notices.deleteAskTitled', { number, title: meant.title })
    : t('notices.deleteAsk', { number })

  function readTyped(event: FormEvent) {
    event.preventDefault()
    form.readTyped()
  }

  function type(changes: Parameters<typeof change>[0]) {
    setAsks(false)
    change(changes)
  }

  function confirmDeletion() {
    setAsks(false)
    form.delete()
  }

  return (
    <div className="notice-form">
      <form className="notice-form__number" onSubmit={readTyped} noValidate>
        <TextField
          label={t('notices.number')}
          hint={t('notices.numberHint')}
          value={draft.number}
          onChange={number => type({ number })}
          inputMode="numeric"
          autoComplete="off"
          error={outcome.rejected === 'number' ? t('notices.checkNumber') : undefined}
        />
        <Button type="submit" busy={form.doing === 'wasRead'}>
          {t('notices.read')}
        </Button>
      </form>
      <DisplaySelect value={draft.display} onChange={display => type({ display })} />
      <TextField
        label={t('notices.noticeTitle')}
        hint={t('notices.titleHint')}
        max={NOTICE_TITLE_MAX}
        value={draft.title}
        onChange={title => type({ title })}
        autoComplete="off"
        error={checkText('title')}
      />
      <TextArea
        label={t('notices.content')}
        hint={t('notices.contentHint')}
        max={NOTICE_CONTENT_MAX}
        rows={3}
        value={draft.content}
        onChange={content => type({ content })}
        error={checkText('content')}
      />
      <div className="notice-form__actions">
        <Button kind="primary" busy={form.doing === 'created'} onClick={form.create}>
          {t('notices.create')}
        </Button>
        <Button busy={form.doing === 'updated'} onClick={form.update}>
          {t('notices.update')}
        </Button>
        <Button
          kind="quiet-danger"
          busy={form.doing === 'deleted'}
          onClick={() => form.askToDelete(() => setAsks(true))}
        >
          {t('common.delete')}
        </Button>
      </div>
      {asks && (
        <Confirm
          question={deletionQuestion}
          confirmLabel={t('common.delete')}
          onConfirm={confirmDeletion}
          onCancel={() => setAsks(false)}
        />
      )}
      <NoticeOutcome outcome={outcome} />
    </div>
  )
}
