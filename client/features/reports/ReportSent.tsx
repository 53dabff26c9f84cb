import { BlockButton } from '#client/features/blocking/BlockButton.tsx'
import { BlockQuestion } from '#client/features/blocking/BlockQuestion.tsx'
import { useBlocking } from '#client/features/blocking/useBlocking.ts'
import { LeaveRoom } from '#client/features/hubs/LeaveRoom.tsx'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import type { Subject } from './reports.queries.ts'

/** After it was sent. */
export function ReportSent({ subject, onDone }: { subject: Subject; onDone: () => void }) {
  return (
    <div className="report">
      <p role="status">{t('reports.sent')}</p>
      {subject.kind !== 'opinion' && <WhatNext hubNo={subject.hubNo} person={subject.person} />}
      <div className="report__foot">
        <Button onClick={onDone}>{t('common.close')}</Button>
      </div>
    </div>
  )
}

/** What one can do at once so as to see no more of somebody in a room. */
function WhatNext({ hubNo, person: named }: { hubNo: number; person: Subject['person'] }) {
  const blocking = useBlocking()
  const person = { ...named, profPic: '' }
  return (
    <>
      <h3 className="report__heading">{t('reports.next')}</h3>
      <div className="report__next">
        <span>{t('reports.about', { name: person.userName })}</span>
        <BlockButton person={person} blocking={blocking} />
      </div>
      <BlockQuestion person={person} blocking={blocking} />
      <LeaveRoom hubNo={hubNo} />
    </>
  )
}
