import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { useShownNotices } from './notices.live.ts'

/** The notices that everybody sees now, each to be read into the form. */
export function NoticesOnHome({ onRead }: { onRead: (noticeNo: number) => void }) {
  const notices = useShownNotices()
  return (
    <Card className="notices-on-home" aria-labelledby="notices-on-home">
      <h2 id="notices-on-home">{t('notices.onHome')}</h2>
      {notices.length === 0 && <p className="manage-notices__aside">{t('notices.noneOnHome')}</p>}
      <ul>
        {notices.map(({ noticeNo, title }) => (
          <li className="notices-on-home__row" key={noticeNo}>
            <span className="notices-on-home__number">{t('notices.numbered', { number: noticeNo })}</span>
            <span className="notices-on-home__title" id={`on-home-${noticeNo}`}>
              {title}
            </span>
            <Button kind="quiet" aria-describedby={`on-home-${noticeNo}`} onClick={() => onRead(noticeNo)}>
              {t('notices.read')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
