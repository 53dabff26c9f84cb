import { useMutation } from '@tanstack/react-query'
import { saveFile } from '#client/platform/browser/saveFile.ts'
import { callForFile } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Message } from '#client/ui/Message.tsx'
import { exportData } from '#protocol/myInfo.ts'

const FILE_NAME = 'geulmaru.zip'

/** Downloads everything that is one's own. */
export function DataExport() {
  const download = useMutation({
    mutationFn: () => callForFile(exportData, {}),
    onSuccess: content => saveFile(content, FILE_NAME),
  })
  return (
    <section>
      <h2 className="my-info__heading">{t('myInfo.dataExport')}</h2>
      <Card className="my-info__row">
        <p className="my-info__lead">{t('myInfo.dataExportLead')}</p>
        <Button busy={download.isPending} onClick={() => download.mutate()}>
          {t('myInfo.dataExportDownload')}
        </Button>
      </Card>
      {download.isError ? (
        <Message kind="error">{failureText(download.error)}</Message>
      ) : (
        <Message>
          {download.isPending && t('myInfo.dataExportMaking')}
          {download.isSuccess && t('myInfo.dataExportDone')}
        </Message>
      )}
    </section>
  )
}
