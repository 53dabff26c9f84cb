import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextArea } from '#client/ui/TextField.tsx'
import { TAKEDOWN_REASON_MAX } from '#protocol/limits.ts'
import { publicLinkPath, takeDownPublicLink, takedownReasonField } from '#protocol/publicLinks.ts'
import type { ReportView } from '#protocol/reports.ts'
import './publicLinks.css'

interface ReportedPublicNoteProps {
  link: NonNullable<ReportView['publicLink']>
  /** Whether the form is open. */
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

/** The page of a reported public note for administrators, and the form that ends its link. */
export function ReportedPublicNote({ link, isOpen, setOpen }: ReportedPublicNoteProps) {
  if (!link.isLive) return <p className="public-link__text">{t('publicLinks.isTakenDown')}</p>
  return isOpen ? (
    <TakedownForm linkId={link.linkId} onDone={() => setOpen(false)} />
  ) : (
    <div className="public-link__row">
      <a className="button" href={publicLinkPath(link.linkId)} target="_blank" rel="noreferrer">
        {t('publicLinks.openPage')}
      </a>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {t('publicLinks.takeDown')}
      </Button>
    </div>
  )
}

function TakedownForm({ linkId, onDone }: { linkId: string; onDone: () => void }) {
  const [reason, setReason] = useState('')
  const [isRejected, setRejected] = useState(false)
  const cache = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callApi(takeDownPublicLink, { linkId, reason }),
    // The reports say whether a link still works.
    onSettled: () => cache.invalidateQueries({ queryKey: ['administration'] }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const isValid = takedownReasonField.safeParse(reason).success
    setRejected(!isValid)
    if (isValid) mutate(undefined, { onSuccess: onDone })
  }

  const rejection = isRejected ? t('publicLinks.checkReason') : undefined
  return (
    <form className="public-link__takedown" onSubmit={submit} noValidate>
      <TextArea
        label={t('publicLinks.takeDownReason')}
        autoFocus
        rows={2}
        max={TAKEDOWN_REASON_MAX}
        value={reason}
        onChange={setReason}
        error={error ? failureText(error) : rejection}
      />
      <p className="public-link__text">{t('publicLinks.takeDownMeaning')}</p>
      <div className="public-link__row">
        <Button onClick={onDone}>{t('common.cancel')}</Button>
        <Button type="submit" kind="danger" busy={isPending}>
          {t('publicLinks.takeDown')}
        </Button>
      </div>
    </form>
  )
}
