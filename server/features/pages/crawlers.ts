import { type RequestHandler, Router } from 'express'
import { canonicalAddresses } from './publicPages.ts'

/** robots.txt and the sitemap. */
export function serveCrawlerFiles(publicUrl: string): RequestHandler {
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
    ...canonicalAddresses.map(path => `  <url><loc>${absolute(path)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')
  return Router()
    .get('/robots.txt', (_request, response) => void response.type('text/plain').send(robots))
    .get('/sitemap.xml', (_request, response) => void response.type('application/xml').send(sitemap))
}
