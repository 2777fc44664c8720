import {isIn} from '../../../main/resources/web/app/blocked/network.js';
import {equal, test} from '../harness.js';

test('An address is in its networks', () => {
  const networks = ['203.0.113.7', '203.0.113.0/24', ' 203.0.113.6/31 ', '0.0.0.0/0', '::ffff:203.0.113.7'];
  equal(networks.filter(network => isIn('203.0.113.7', network)), networks);
  const others = ['203.0.113.8', '203.0.113.8/31', '203.0.112.0/24', '::/0', '203.0.113', '203.0.113.256', '', 'all'];
  equal(others.filter(network => isIn('203.0.113.7', network)), []);
});

test('All forms of an IPv6 address are the same', () => {
  const networks = ['2001:DB8::1', '2001:db8:0:0:0:0:0:1', '2001:db8::/32', '2001:db8::0.0.0.1', '::/0'];
  equal(networks.filter(network => isIn('2001:db8::1', network)), networks);
  const others = ['2001:db9::/32', '2001:db8::1::', '2001:db8:1', '0.0.0.0/0', '2001:db8:0:0:0:0:0:0:1', 'g::'];
  equal(others.filter(network => isIn('2001:db8::1', network)), []);
});

test('IPv4-mapped networks are IPv4 networks', () => {
  const networks = ['::ffff:203.0.113.0/120', '::ffff:0:0/96', '::FFFF:cb00:7100/120'];
  equal(networks.filter(network => isIn('203.0.113.7', network)), networks);
  equal(['::ffff:203.0.114.0/120', '::ffff:203.0.113.0/128'].filter(network => isIn('203.0.113.7', network)), []);
});

test('Nothing is in a network that the service refuses', () => {
  const refused = ['203.0.113.0/', '203.0.113.0/a', '203.0.113.0/24/9', '203.0.113.0/-1', '203.0.113.7/33', '203.0.113.5/24', '203.0.113.07'];
  equal(refused.filter(network => isIn('203.0.113.7', network)), []);
  equal(['2001:db8::/129', '2001:db8::1/32'].filter(network => isIn('2001:db8::1', network)), []);
});
