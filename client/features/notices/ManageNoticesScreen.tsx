import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Redirect } from '#client/platform/router/navigation.tsx'
import { authAtom } from '#client/session/session.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { LoadFailure } from '#client/ui/ListStates.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { isAdministrator } from '#protocol/access.ts'
import type { NoticeView } from '#protocol/notices.ts'
import { NoticeForm } from './NoticeForm.tsx'
import { NoticeItem } from './Notices.tsx'
import { hiddenNoticesQuery, useShownNotices } from './notices.queries.ts'
import { type NoticeDraft, useNoticeForm } from './useNoticeForm.ts'
import './notices.css'

/** For administrators only; the server checks this as well. */
export function ManageNoticesScreen() {
  const auth = useAtomValue(authAtom)
  return isAdministrator(auth) ? <ManageNotices /> : <Redirect to={paths.home} />
}

function ManageNotices() {
  const form = useNoticeForm()
  return (
    <div className="manage-notices">
      <div className="manage-notices__header">
        <ScreenTitle title={t('notices.manage')} />
        <ButtonLink to={paths.administration} kind="quiet">
          {t('administration.back')}
        </ButtonLink>
      </div>
      <p className="manage-notices__lead">{t('notices.lead')}</p>
      <NoticeForm form={form} />
      <div className="manage-notices__side">
        <NoticePreview draft={form.draft} />
        <NoticesOnHome onLoad={form.load} />
        <HiddenNotices onLoad={form.load} />
      </div>
    </div>
  )
}

/** The draft as the home screen will show it. */
function NoticePreview({ draft: { display, title, content } }: { draft: NoticeDraft }) {
  const [now] = useState(Date.now)
  return (
    <Card className="notice-preview" aria-labelledby="notice-preview">
      <h2 id="notice-preview">{t('notices.preview')}</h2>
      {display === '0' && <p className="manage-notices__aside">{t('notices.previewHidden')}</p>}
      <NoticeItem
        title={title.trim() || t('notices.previewTitle')}
        content={content.trim() || t('notices.previewContent')}
        timeCreated={now}
      />
    </Card>
  )
}

/** The visible notices. */
function NoticesOnHome({ onLoad }: { onLoad: (noticeNo: number) => void }) {
  const notices = useShownNotices()
  return (
    <Card className="notices-on-home" aria-labelledby="notices-on-home">
      <h2 id="notices-on-home">{t('notices.onHome')}</h2>
      {notices.length === 0 && <p className="manage-notices__aside">{t('notices.noneOnHome')}</p>}
      <NoticeRows notices={notices} onLoad={onLoad} />
    </Card>
  )
}

/** The hidden notices. Without this list they could be found only by number. */
function HiddenNotices({ onLoad }: { onLoad: (noticeNo: number) => void }) {
  const hidden = useQuery(hiddenNoticesQuery)
  return (
    <Card className="notices-on-home" aria-labelledby="hidden-notices">
      <h2 id="hidden-notices">{t('notices.hiddenOnes')}</h2>
      <LoadFailure query={hidden} />
      {hidden.data?.length === 0 && <p className="manage-notices__aside">{t('notices.noneHidden')}</p>}
      <NoticeRows notices={hidden.data ?? []} onLoad={onLoad} />
    </Card>
  )
}

interface NoticeRowsProps {
  notices: readonly NoticeView[]
  onLoad: (noticeNo: number) => void
}

/** Notices with a button to load each into the form. */
function NoticeRows({ notices, onLoad }: NoticeRowsProps) {
  return (
    <ul>
      {notices.map(({ noticeNo, title }) => (
        <li className="notices-on-home__row" key={noticeNo}>
          <span className="notices-on-home__number">
            {t('notices.numbered', { number: String(noticeNo) })}
          </span>
          <span className="notices-on-home__title" id={`notice-${noticeNo}`}>
            {title}
          </span>
          <Button kind="quiet" aria-describedby={`notice-${noticeNo}`} onClick={() => onLoad(noticeNo)}>
            {t('notices.read')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
