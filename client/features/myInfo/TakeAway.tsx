import { useMutation } from '@tanstack/react-query'
import { callForFile } from '#client/platform/callApi.ts'
import { failureText } from '#client/platform/callFailed.ts'
import { t } from '#client/platform/language.ts'
import { saveFile } from '#client/platform/saveFile.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Message } from '#client/ui/Message.tsx'
import { takeAway } from '#protocol/myInfo.ts'

const FILE_NAME = 'geulmaru.zip'

/** Downloads everything that is one's own. */
export function TakeAway() {
  const download = useMutation({
    mutationFn: () => callForFile(takeAway, {}),
    onSuccess: content => saveFile(content, FILE_NAME),
  })
  return (
    <section>
      <h2 className="my-info__heading">{t('myInfo.takeAway')}</h2>
      <Card className="my-info__row">
        <p className="my-info__lead">{t('myInfo.takeAwayLead')}</p>
        <Button busy={download.isPending} onClick={() => download.mutate()}>
          {t('myInfo.takeAwayDownload')}
        </Button>
      </Card>
      {download.isError ? (
        <Message kind="error">{failureText(download.error)}</Message>
      ) : (
        <Message>
          {download.isPending && t('myInfo.takeAwayMaking')}
          {download.isSuccess && t('myInfo.takeAwayDone')}
        </Message>
      )}
    </section>
  )
}
