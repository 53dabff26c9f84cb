import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { isAllowed, pushUnavailableReason } from '#client/platform/browser/push.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { Message } from '#client/ui/Message.tsx'
import { PushChoicesForm } from './PushChoicesForm.tsx'
import {
  PushError,
  pushQuery,
  useSubscribePush,
  useUnsubscribePush,
  useUpdatePushChoices,
} from './push.queries.ts'
import './push.css'

const ROW_PX = 44

const UNAVAILABLE_TEXTS = {
  unsupported: 'push.unsupported',
  installFirst: 'push.installFirst',
  denied: 'push.denied',
} as const

/** Push notifications of this device: on or off, and the choices. */
export function PushSettings() {
  const push = useQuery(pushQuery)
  const subscribeMutation = useSubscribePush()
  const unsubscribeMutation = useUnsubscribePush()
  const choicesMutation = useUpdatePushChoices()
  const status = useRef<HTMLDivElement>(null)
  const unavailableReason = pushUnavailableReason()
  if (unavailableReason) return <p className="push__lead">{t(UNAVAILABLE_TEXTS[unavailableReason])}</p>
  if (push.data === undefined)
    return push.isError ? (
      <LoadFailure query={push} title={t('push.loadFailed')} />
    ) : (
      <SkeletonRows rows={3} height={ROW_PX} />
    )

  const { key, stays, choices, rooms } = push.data
  if (!stays) return <p className="push__lead">{t('push.mustStay')}</p>

  function turnOff() {
    unsubscribeMutation.mutate()
    // The pressed button disappears, so move the focus.
    status.current?.focus({ preventScroll: true })
  }

  const failure = subscribeMutation.error ?? unsubscribeMutation.error ?? choicesMutation.error
  const isOn = choices !== null && isAllowed()
  return (
    <div className="push">
      <div className="push__status" ref={status} tabIndex={-1}>
        <Message>
          {isOn ? t('push.on') : unsubscribeMutation.isSuccess ? t('push.turnedOff') : t('push.lead')}
        </Message>
        {isOn ? (
          <Button kind="quiet" busy={unsubscribeMutation.isPending} onClick={turnOff}>
            {t('push.turnOff')}
          </Button>
        ) : (
          <Button
            kind="primary"
            busy={subscribeMutation.isPending}
            onClick={() => {
              unsubscribeMutation.reset()
              subscribeMutation.mutate(key)
            }}
          >
            {t('push.turnOn')}
          </Button>
        )}
      </div>
      {failure && <Message kind="error">{errorText(failure)}</Message>}
      {isOn && <PushChoicesForm choices={choices} rooms={rooms} onChoose={choicesMutation.mutate} />}
    </div>
  )
}

function errorText(error: Error): string {
  return error instanceof PushError ? error.message : failureText(error)
}
