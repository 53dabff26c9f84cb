import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { isAllowed, pushUnavailableReason } from '#client/platform/browser/push.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { Message } from '#client/ui/Message.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { PushChoicesForm } from './PushChoicesForm.tsx'
import { NotTold, pushQuery, useChoosing, useTurningOff, useTurningOn } from './push.queries.ts'
import './push.css'

const ROW_PX = 44

const HINDERED = {
  unsupported: 'push.unsupported',
  installFirst: 'push.installFirst',
  denied: 'push.denied',
} as const

/** Whether, and of what, this device tells while nobody looks. */
export function PushSettings() {
  const push = useQuery(pushQuery)
  const turningOn = useTurningOn()
  const turningOff = useTurningOff()
  const choosing = useChoosing()
  const status = useRef<HTMLDivElement>(null)
  const unavailableReason = pushUnavailableReason()
  if (unavailableReason) return <p className="push__lead">{t(HINDERED[unavailableReason])}</p>
  if (push.data === undefined)
    return push.isError ? (
      <LoadFailure query={push} title={t('push.loadFailed')} />
    ) : (
      <SkeletonRows rows={3} height={ROW_PX} />
    )

  const { key, stays, choices, rooms } = push.data
  if (!stays) return <p className="push__lead">{t('push.mustStay')}</p>

  function turnOff() {
    turningOff.mutate()
    // The button that was pressed goes.
    status.current?.focus({ preventScroll: true })
  }

  const failure = turningOn.error ?? turningOff.error ?? choosing.error
  const isOn = choices !== null && isAllowed()
  return (
    <div className="push">
      <div className="push__status" ref={status} tabIndex={-1}>
        <Message>{isOn ? t('push.on') : turningOff.isSuccess ? t('push.turnedOff') : t('push.lead')}</Message>
        {isOn ? (
          <Button kind="quiet" busy={turningOff.isPending} onClick={turnOff}>
            {t('push.turnOff')}
          </Button>
        ) : (
          <Button
            kind="primary"
            busy={turningOn.isPending}
            onClick={() => {
              turningOff.reset()
              turningOn.mutate(key)
            }}
          >
            {t('push.turnOn')}
          </Button>
        )}
      </div>
      {failure && <Message kind="error">{textOf(failure)}</Message>}
      {isOn && <PushChoicesForm choices={choices} rooms={rooms} onChoose={choosing.mutate} />}
    </div>
  )
}

function textOf(error: Error): string {
  return error instanceof NotTold ? error.message : failureText(error)
}
