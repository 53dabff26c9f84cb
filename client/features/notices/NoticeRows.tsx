import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import type { NoticeView } from '#protocol/notices.ts'

interface NoticeRowsProps {
  notices: readonly NoticeView[]
  onRead: (noticeNo: number) => void
}

/** Notices by number and title, each to be read into the form. */
export function NoticeRows({ notices, onRead }: NoticeRowsProps) {
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
          <Button kind="quiet" aria-describedby={`notice-${noticeNo}`} onClick={() => onRead(noticeNo)}>
            {t('notices.read')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
