import { type RequestHandler, Router } from 'express'
import { listedAddresses } from './pages.ts'

/** What search engines ask for first: where they may look, and what there is to list. */
export function answerCrawlers(publicUrl: string): RequestHandler {
  const absolute = (path: string) => new URL(path, publicUrl).href
  const robots = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /pictures/',
    `Sitemap: ${absolute('/sitemap.xml')}`,
    '',
  ].join('\n')
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...listedAddresses.map(path => `  <url><loc>${absolute(path)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')
  return Router()
    .get('/robots.txt', (_request, response) => void response.type('text/plain').send(robots))
    .get('/sitemap.xml', (_request, response) => void response.type('application/xml').send(sitemap))
}
