import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { MeBadge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { Message } from '#client/ui/Message.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import type { SupervisedView } from '#protocol/suspension.ts'
import { useMeasure } from './suspension.queries.ts'

const QUESTIONS = {
  suspend: 'suspension.suspendAsk',
  lift: 'suspension.liftAsk',
  endSessions: 'suspension.endSessionsAsk',
} as const

/** Somebody, and what can be done about them; whatever it is, it asks first. */
export function PersonItem({ person }: { person: SupervisedView }) {
  const { userNo, userName: name, profPic, email, sessions } = person
  const auth = useAtomValue(authAtom)
  const [asked, setAsked] = useState<keyof typeof QUESTIONS | null>(null)
  const measure = useMeasure(userNo)
  const isSuspended = person.suspendedAt !== null
  const isOneself = userNo === auth.userNo

  return (
    <li className="person-item">
      <div className="person-item__row">
        <Avatar size="grouped" person={{ userNo, name, picture: profPic || null }} />
        <div className="person-item__text">
          <p className="person-item__name">
            <strong>{name}</strong>
            {isOneself && <MeBadge />}
            {person.isAdministrator && (
              <span className="person-item__mark">{t('suspension.administrator')}</span>
            )}
            {isSuspended && (
              <span className="person-item__mark person-item__mark--suspended">
                {t('suspension.suspended')}
              </span>
            )}
          </p>
          <p className="person-item__facts">
            <span>{email}</span>
            <Since label={t('suspension.joined')} at={person.joinedAt} />
            {person.suspendedAt && <Since label={t('suspension.suspendedSince')} at={person.suspendedAt} />}
            {person.lastSeen && <Since label={t('suspension.lastSeen')} at={person.lastSeen} />}
            <span>
              {sessions > 0 ? t('suspension.sessions', { count: sessions }) : t('suspension.notSignedIn')}
            </span>
          </p>
        </div>
        {!isOneself && (
          <div className="person-item__buttons">
            {sessions > 0 && (
              <Button
                kind="quiet"
                aria-label={t('suspension.endSessionsName', { name })}
                aria-expanded={asked === 'endSessions'}
                onClick={() => setAsked('endSessions')}
              >
                {t('suspension.endSessions')}
              </Button>
            )}
            {isSuspended ? (
              <Button
                kind="quiet"
                aria-label={t('suspension.liftName', { name })}
                aria-expanded={asked === 'lift'}
                onClick={() => setAsked('lift')}
              >
                {t('suspension.lift')}
              </Button>
            ) : (
              <Button
                kind="quiet-danger"
                aria-label={t('suspension.suspendName', { name })}
                aria-expanded={asked === 'suspend'}
                onClick={() => setAsked('suspend')}
              >
                {t('suspension.suspend')}
              </Button>
            )}
          </div>
        )}
      </div>
      {asked && (
        <Confirm
          key={asked}
          question={t(QUESTIONS[asked], { name })}
          detail={asked === 'suspend' ? t('suspension.suspendMore') : undefined}
          confirmLabel={t(`suspension.${asked}`)}
          busy={measure.isPending}
          onConfirm={() => measure.mutate(asked, { onSettled: () => setAsked(null) })}
          onCancel={() => setAsked(null)}
        />
      )}
      {measure.error && <Message kind="error">{failureText(measure.error)}</Message>}
      {measure.data?.success === false && <Message kind="error">{measure.data.message}</Message>}
    </li>
  )
}

function Since({ label, at }: { label: string; at: string }) {
  return (
    <span>
      {label} <RelativeTime at={at} />
    </span>
  )
}
